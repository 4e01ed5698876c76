import type { Role } from "@parfocal/core/access/capabilities.ts";
import type { Generated } from "kysely";

export interface CourseTable {
  item_id: number;
  site_id: number;
  /** Position among the site's courses, from 1; null: in the bin. */
  position: number | null;
  is_visible: Generated<boolean>;
  /** Roles that see it in addition to content managers; empty: all roles. */
  user_roles: Generated<Role[]>;
}
