import type { ColumnType } from "kysely";

/** A user group tied to a course, folder or item. */
export interface AssignmentTable {
  site_id: number;
  user_group_id: number;
  resource_id: number;
  created_at: ColumnType<Date, never, never>;
}
