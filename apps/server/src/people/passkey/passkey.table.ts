import type { ColumnType, Generated } from "kysely";

export interface PasskeyTable {
  site_id: number;
  id: Generated<number>;
  user_id: number;
  credential_id: Buffer;
  /** In COSE form. */
  public_key: Buffer;
  /** Uses, as the device counts them; 0: it does not. */
  use_count: number;
  transports: string[];
  name: string;
  /** Of the newest challenge that it has signed, ms since the epoch. */
  last_challenge_ms: number;
  created_at: ColumnType<Date, never, never>;
  last_used_at: ColumnType<Date | null, never, Date>;
}
