import type { ColumnType } from "kysely";

/** A session of the host that has ended; tokens of it may still be about. */
export interface HostSessionEndTable {
  site_id: number;
  token_sha256: Buffer;
  ended_at: ColumnType<Date, never, never>;
}
