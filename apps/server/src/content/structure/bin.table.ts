import type { ColumnType, Generated, Selectable } from "kysely";
import type { PlaceDetails } from "./left-place.table.ts";

/** An item removed from a parent that can be restored. */
export interface BinEntryTable {
  id: Generated<number>;
  site_id: number;
  item_id: number;
  /** Null for a course, or if the parent was permanently deleted. */
  parent_id: number | null;
  /** Its former position, from 1. */
  position: number;
  /** For a course: whether it was active. */
  is_active: boolean;
  annotations_active: boolean;
  facts: ColumnType<PlaceDetails, string, string>;
  removed_by: number | null;
  removed_at: ColumnType<Date, Date | undefined, Date>;
}
export type BinEntryRow = Selectable<BinEntryTable>;

export interface ContentVersionTable {
  site_id: number;
  /** ID of the transaction that last changed the list of courses; maintained by a trigger. */
  courses_xid: ColumnType<number, never, never>;
}
