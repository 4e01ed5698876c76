import type { ColumnType } from "kysely";

/** Progress of a running copy. */
export interface CopyRunTable {
  site_id: number;
  /** UUID created by the page. */
  key: string;
  done_count: number;
  total_count: number;
  is_stopped: ColumnType<boolean, boolean | undefined, boolean>;
  changed_at: ColumnType<Date, Date | undefined, Date>;
}
