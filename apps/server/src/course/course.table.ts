import type { Generated } from "kysely";

export interface CourseTable {
  item_id: number;
  site_id: number;
  /** Place among the site's courses, from 1. */
  position: number;
  is_visible: Generated<boolean>;
}
