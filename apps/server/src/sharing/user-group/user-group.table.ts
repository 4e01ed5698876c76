import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { ColumnType, Generated } from "kysely";

export interface UserGroupTable {
  /** From the sequence of content IDs: its virtual course has the same ID. */
  id: Generated<number>;
  site_id: number;
  title: string;
  /** First and last instant at which its members can see assigned items; null: no limit. */
  date_start: Date | null;
  date_end: Date | null;
  /** Content types that are hidden from its members. */
  denied_kinds: Generated<ItemKind[]>;
  created_by: number | null;
  created_at: ColumnType<Date, never, never>;
}

export interface UserGroupMemberTable {
  site_id: number;
  user_group_id: number;
  user_id: number;
  joined_at: ColumnType<Date, never, never>;
}
