import type { ColumnType, Generated } from "kysely";

/** A user group assigned to a course, folder or item. */
export interface AssignmentTable {
  site_id: number;
  user_group_id: number;
  resource_id: number;
  /** Otherwise a teacher assigned it, or it was copied: that does not make it anyone's own group. */
  by_administrator: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}
