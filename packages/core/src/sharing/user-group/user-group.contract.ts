/** Lists of user groups. Sources: spec part 1, section 7 ("User groups: list"); operations.tsv. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idText } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";

const userGroup = z.object({
  id,
  title: z.string(),
  userCount: z.int(),
  /** Whether the caller may change it and its members. */
  userCanEdit: z.boolean(),
});
export type UserGroup = z.output<typeof userGroup>;

export const listUserGroups = {
  method: "GET",
  path: "/v2/userGroup",
  summary: "List the user groups of the site by title, 500 per page; a page with fewer is the last",
  policy: "manageContent",
  query: z.object({ page: pageNumberText }),
  answer: z.array(userGroup),
} as const satisfies Call;

export const listUserGroupsOf = {
  method: "GET",
  path: "/v2/userGroup/user/{userId}",
  summary: "List a user's groups by title: one's own, or anyone's for content managers",
  policy: "signedIn",
  params: z.object({ userId: idText }),
  answer: z.array(z.object({ id, title: z.string() })),
} as const satisfies Call;
