import type { ColumnType } from "kysely";

/** Rows that belonged to the placement, without site, parent and item; empty: there were none. */
export interface PlaceDetails {
  /** Row of `case_item`: the binding and view of a slide in a case. */
  readonly caseItem?: Readonly<Record<string, unknown>>;
}

/** Details of a placement from which an item was moved, so that undo can restore them. */
export interface LeftPlaceTable {
  site_id: number;
  parent_id: number;
  item_id: number;
  facts: ColumnType<PlaceDetails, string, string>;
  left_at: ColumnType<Date, Date | undefined, Date>;
}
