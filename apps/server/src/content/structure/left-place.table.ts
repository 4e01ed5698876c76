import type { ColumnType } from "kysely";
import type { PlaceDetails } from "./place-details.ts";

/** How something stood in a place from which it was moved. */
export interface LeftPlaceTable {
  site_id: number;
  parent_id: number;
  item_id: number;
  facts: ColumnType<PlaceDetails, string, string>;
  left_at: ColumnType<Date, Date | undefined, Date>;
}
