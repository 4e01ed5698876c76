/** Explains why a person can or cannot see a place. Source: spec decisions, "Access"; issue 13, 7. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { ROLES } from "../../people/access/capabilities.ts";
import { id, idText } from "../../platform/ids.ts";
import { GROUP_TIMES } from "./access-reasons.ts";

/** Maximum number of explained paths to a place. */
export const WHY_MAX_WAYS = 20;
export const WHY_MAX_GROUPS = 50;

const explainedGroup = z.object({
  id,
  title: z.string(),
  isMember: z.boolean(),
  /** Whether the current time is before, within or after its dates. */
  time: z.enum(GROUP_TIMES),
  /** In the site's time zone; null: unlimited. */
  dateStart: z.string().nullable(),
  dateEnd: z.string().nullable(),
  /** The first item below whose content type is denied to the group; null: none. */
  deniedBy: crumb.nullable(),
  /** Whether this group gives access. */
  isOpen: z.boolean(),
});

const explainedWay = z.object({
  /** From the course down to the place. */
  path: z.array(crumb),
  isSeen: z.boolean(),
  /** Items that are hidden on this path, independent of groups. */
  hidden: z.array(z.object({ place: crumb, reason: z.enum(["inactive", "hiddenCourse", "otherRoles"]) })),
  /** The nearest place with user groups; null: none, open to everyone. */
  decidedBy: crumb.nullable(),
  /** Groups of that place, up to 50, the person's own first. */
  groups: z.array(explainedGroup),
  /** Total number of groups of that place. */
  groupCount: z.int(),
});
export type ExplainedWay = z.output<typeof explainedWay>;

const accessReasons = z.object({
  user: z.object({ id, name: z.string(), role: z.enum(ROLES) }),
  resource: crumb,
  isSeen: z.boolean(),
  account: z.enum(["active", "suspended", "expired"]),
  /** Whether the role sees all content, even hidden content. */
  seesAll: z.boolean(),
  /** Up to 20; empty: it is in no course. */
  ways: z.array(explainedWay),
});
export type AccessReasons = z.output<typeof accessReasons>;

export const explainAccess = {
  method: "GET",
  path: "/v2/assignment/why",
  summary: "Explain why a user can or cannot see a course, folder or item",
  policy: "manageContent",
  query: z.object({ userId: idText, resourceId: idText }),
  answer: accessReasons,
} as const satisfies Call;
