import type { ColumnType, Generated } from "kysely";

export interface SecondFactorTable {
  site_id: number;
  user_id: number;
  /** See `check-code.ts`. */
  sealed_secret: Buffer;
  /** null: not enabled yet. */
  confirmed_at: ColumnType<Date | null, never, Date | null>;
  /** Time step of the last used code. */
  last_step: Generated<number>;
  created_at: ColumnType<Date, never, never>;
}

export interface RecoveryCodeTable {
  site_id: number;
  user_id: number;
  code_sha256: Buffer;
}
