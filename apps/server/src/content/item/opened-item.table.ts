import type { ColumnType } from "kysely";

/** That somebody has opened something. */
export interface ItemOpenedTable {
  site_id: number;
  user_id: number;
  item_id: number;
  /** By which way they came the last time; null: not known. */
  parent_id: number | null;
  first_opened_at: ColumnType<Date, never, never>;
  last_opened_at: ColumnType<Date, never, Date>;
}
