import type { ColumnType, Generated } from "kysely";

export interface VoucherTable {
  id: Generated<number>;
  site_id: number;
  batch: number;
  /** HMAC of the code without prefix. */
  lookup: Buffer;
  /** The code, encrypted. */
  shown: Buffer;
  prefix: string;
  expires_at: ColumnType<Date | null, Date | null, never>;
  account_expires_at: ColumnType<Date | null, Date | null, never>;
  user_group_id: number | null;
  used_at: ColumnType<Date | null, never, Date>;
  used_by: number | null;
  is_deleted: Generated<boolean>;
  created_by: number | null;
  created_at: ColumnType<Date, never, never>;
}
