import type { ColumnType } from "kysely";

/** Items that a person has viewed. */
export interface ItemOpenedTable {
  site_id: number;
  user_id: number;
  item_id: number;
  /** By which way they came the last time; null: not known. */
  parent_id: number | null;
  first_opened_at: ColumnType<Date, never, never>;
  last_opened_at: ColumnType<Date, never, Date>;
}
