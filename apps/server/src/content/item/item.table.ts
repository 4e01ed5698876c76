import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface ItemTable {
  id: Generated<number>;
  site_id: number;
  kind: ItemKind;
  title: string;
  subtitle: Generated<string>;
  summary: Generated<string>;
  description: Generated<string>;
  tags: Generated<string[]>;
  created_by: number | null;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
  deleted_at: ColumnType<Date | null, never, Date | null>;
  /** Transaction of its own last change. Triggers (migration 0012) maintain this and the next two columns. */
  changed_xid: ColumnType<number, never, never>;
  /** Transaction that created or restored it. */
  arrived_xid: ColumnType<number, never, number>;
  /** Transaction that last changed the list of its children. */
  children_xid: ColumnType<number, never, never>;
}
export type ItemRow = Selectable<ItemTable>;

/** An item, and the post of the host site that shows it. */
export interface FoundItemRow extends ItemRow {
  /** Null: none; its own ID counts as the post ID. */
  readonly post_id: number | null;
}

/** A post of a host site, and the item that it shows. */
export interface ItemPostTable {
  site_id: number;
  /** Home URL, without a trailing slash. */
  host: string;
  post_id: number;
  /** Null: it no longer shows an item. */
  item_id: number | null;
  /** When the host signed the message. */
  signed_at: Date;
}

export interface PlacementTable {
  site_id: number;
  parent_id: number;
  item_id: number;
  /** From 1, without gaps, per parent. */
  position: number;
  is_active: Generated<boolean>;
  annotations_active: Generated<boolean>;
}
