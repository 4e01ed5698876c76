import type { ColumnType, Generated } from "kysely";

export interface PasskeyTable {
  site_id: number;
  id: Generated<number>;
  user_id: number;
  credential_id: Buffer;
  /** In COSE format. */
  public_key: Buffer;
  /** Signature counter of the device; 0: the device has none. */
  use_count: number;
  transports: string[];
  name: string;
  /** Time of the newest signed challenge, ms since the epoch. */
  last_challenge_ms: number;
  created_at: ColumnType<Date, never, never>;
  last_used_at: ColumnType<Date | null, never, Date>;
}
