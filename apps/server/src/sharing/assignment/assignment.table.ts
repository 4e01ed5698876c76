import type { ColumnType, Generated } from "kysely";

/** A user group tied to a course, folder or item. */
export interface AssignmentTable {
  site_id: number;
  user_group_id: number;
  resource_id: number;
  /** Else a teacher did, or it was copied: that makes the group nobody's own. */
  by_administrator: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}
