import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { ColumnType, Generated } from "kysely";

export interface UserGroupTable {
  /** Of the sequence that numbers all content: its virtual course has the same id. */
  id: Generated<number>;
  site_id: number;
  title: string;
  /** First and last instant at which its members see what is assigned to it; null: from ever, for good. */
  date_start: Date | null;
  date_end: Date | null;
  /** Kinds of content that they do not see in it. */
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
