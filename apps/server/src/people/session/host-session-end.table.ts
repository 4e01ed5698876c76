import type { ColumnType } from "kysely";

/** An ended session of the host, whose tokens may still be in use. */
export interface HostSessionEndTable {
  site_id: number;
  token_sha256: Buffer;
  ended_at: ColumnType<Date, never, never>;
}
