import type { ColumnType, Generated, Selectable } from "kysely";

export interface WorkGroupTable {
  id: Generated<number>;
  site_id: number;
  title: string;
  /** Who made it; also one of its members. */
  owner_id: number;
  created_at: ColumnType<Date, never, never>;
  /** null: it is not deleted. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type WorkGroupRow = Selectable<WorkGroupTable>;

export interface WorkGroupMemberTable {
  site_id: number;
  work_group_id: number;
  user_id: number;
  joined_at: ColumnType<Date, never, never>;
  /** Added by somebody else, and not answered yet. */
  is_new: Generated<boolean>;
}

/** E-mail addresses that somebody asked for and nobody has: only how many. */
export interface UnknownEmailTable {
  site_id: number;
  user_id: number;
  asked_at: ColumnType<Date, never, never>;
}
