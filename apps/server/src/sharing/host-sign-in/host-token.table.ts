import type { ColumnType } from "kysely";

/** A single-use token that has been used. */
export interface HostTokenUseTable {
  site_id: number;
  jti_sha256: Buffer;
  used_at: ColumnType<Date, never, never>;
}
