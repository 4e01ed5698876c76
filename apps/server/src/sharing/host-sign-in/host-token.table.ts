import type { ColumnType } from "kysely";

/** A token that counts once, and was used. */
export interface HostTokenUseTable {
  site_id: number;
  jti_sha256: Buffer;
  used_at: ColumnType<Date, never, never>;
}
