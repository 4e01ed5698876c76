import type { ColumnType, Generated, Selectable } from "kysely";

export interface WorkGroupTable {
  id: Generated<number>;
  site_id: number;
  title: string;
  /** The creator, who is also a member. */
  owner_id: number;
  created_at: ColumnType<Date, never, never>;
  /** null: not deleted. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type WorkGroupRow = Selectable<WorkGroupTable>;

export interface WorkGroupMemberTable {
  site_id: number;
  work_group_id: number;
  user_id: number;
  joined_at: ColumnType<Date, never, never>;
  /** Added by another person, and not answered yet. */
  is_new: Generated<boolean>;
}

/** Number of unknown email addresses that a user entered. */
export interface UnknownEmailTable {
  site_id: number;
  user_id: number;
  asked_at: ColumnType<Date, never, never>;
}
