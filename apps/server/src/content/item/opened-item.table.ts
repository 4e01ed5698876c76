import type { ColumnType } from "kysely";

/** Items that a person has viewed. */
export interface ItemOpenedTable {
  site_id: number;
  user_id: number;
  item_id: number;
  /** Parent through which it was last opened; null: unknown. */
  parent_id: number | null;
  first_opened_at: ColumnType<Date, never, never>;
  last_opened_at: ColumnType<Date, never, Date>;
}
