import type { ColumnType } from "kysely";

/** Rows as the database has them, without site, parent and item; empty: nothing hangs on it. */
export interface PlaceDetails {
  /** How a slide stands in a case. */
  readonly caseItem?: Readonly<Record<string, unknown>>;
}

/** How something stood in a place from which it was moved. */
export interface LeftPlaceTable {
  site_id: number;
  parent_id: number;
  item_id: number;
  facts: ColumnType<PlaceDetails, string, string>;
  left_at: ColumnType<Date, Date | undefined, Date>;
}
