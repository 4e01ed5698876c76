import type { ColumnType } from "kysely";

/** How far a copy is that runs. */
export interface CopyRunTable {
  site_id: number;
  /** UUID that the page has made. */
  key: string;
  done_count: number;
  total_count: number;
  is_stopped: ColumnType<boolean, boolean | undefined, boolean>;
  changed_at: ColumnType<Date, Date | undefined, Date>;
}
