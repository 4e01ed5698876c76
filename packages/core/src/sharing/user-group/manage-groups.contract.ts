/** User groups of a site, for the administration. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { USER_GROUP_TITLE_MAX_CHARACTERS } from "../assignment/assignment-limits.ts";

export const GROUPS_A_PAGE = 50;
export const GROUP_ORDERS = ["title", "newest", "members"] as const;
export type GroupOrder = (typeof GROUP_ORDERS)[number];

const listedGroup = z.object({
  id,
  title: z.string(),
  userCount: z.int(),
  /** Courses, folders and items that it is assigned to. */
  resourceCount: z.int(),
  /** In the site's time zone; null: unlimited. */
  dateStart: z.string().nullable(),
  dateEnd: z.string().nullable(),
  userCanEdit: z.boolean(),
});
export type ListedGroup = z.output<typeof listedGroup>;

export const pageUserGroups = {
  method: "GET",
  path: "/v2/userGroup/page",
  summary: "List the user groups of the site by part of their title, 50 per page",
  policy: "manageContent",
  query: z.object({
    q: z.string().trim().max(USER_GROUP_TITLE_MAX_CHARACTERS).default(""),
    order: z.enum(GROUP_ORDERS).default("title"),
    /** Only groups that the caller may change. */
    own: z
      .enum(["true", "false"])
      .default("false")
      .transform((text) => text === "true"),
    page: pageNumberText,
  }),
  answer: z.object({ groups: z.array(listedGroup), total: z.int().nonnegative() }),
} as const satisfies Call;

export const createUserGroup = {
  method: "POST",
  path: "/v2/userGroup",
  summary: "Create a user group that is not assigned to anything yet",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title: z.string().trim().min(1).max(USER_GROUP_TITLE_MAX_CHARACTERS),
    /** Null: unlimited. */
    dateStart: siteDate.nullable().optional(),
    dateEnd: siteDate.nullable().optional(),
  }),
  answer: z.object({ id, title: z.string() }),
} as const satisfies Call;

/**
 * Rejected with 422 while it is assigned, or while an enrollment form or a quiz (even in the bin) adds people to it.
 */
export const deleteUserGroup = {
  method: "DELETE",
  path: "/v2/userGroup/{id}",
  summary: "Delete a user group with its memberships and invite codes",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const GROUP_ENTRIES_MAX = 100;

export const listGroupEntries = {
  method: "GET",
  path: "/v2/userGroup/{id}/entries",
  summary:
    "List the enrollment forms and quizzes that add people to a user group (up to 100), and count its unused vouchers",
  policy: "manageContent",
  params: idParams,
  answer: z.object({
    items: z.array(crumb),
    /** Usable vouchers. */
    voucherCount: z.int().nonnegative(),
  }),
} as const satisfies Call;
