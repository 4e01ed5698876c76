import type { ColumnType, Generated } from "kysely";

export interface InviteTable {
  id: Generated<number>;
  site_id: number;
  user_group_id: number;
  /** HMAC of the code. */
  lookup: Buffer;
  /** The code, encrypted. */
  shown: Buffer;
  code_end: string;
  is_one_time: boolean;
  is_active: Generated<boolean>;
  /** Last instant at which it is valid; null: no limit. */
  expires_at: Date | null;
  /** When a one-time code was used; null: not used. */
  used_at: Date | null;
  /** null: not used, or used by an account that was deleted since. */
  used_by: number | null;
  created_by: number | null;
  created_at: ColumnType<Date, never, never>;
}

/** One row per person and code. */
export interface InviteUseTable {
  site_id: number;
  invite_id: number;
  user_id: number;
  used_at: ColumnType<Date, never, never>;
}
