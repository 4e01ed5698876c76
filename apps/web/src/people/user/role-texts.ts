/** Text keys of the role names. */
import type { Role } from "@parfocal/core/access/capabilities.ts";

export const ROLE_TEXTS = {
  administrator: "app.roleAdministrator",
  teacher: "app.roleTeacher",
  expert: "app.roleExpert",
  learner: "app.roleLearner",
} as const satisfies Record<Role, string>;
