/**
 * Invite codes: each adds people to one user group, only once if it is one-time.
 *
 * Sources: spec part 1, sections 2, 3 and 7 ("Invites"); part 2, sections 3 and 7; decisions, "Access"; operations.tsv.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { INVITE_CODE_INPUT_MAX_CHARACTERS } from "./invite-code.ts";

const INVITE_STATES = ["active", "used", "expired", "deactivated"] as const;
export type InviteState = (typeof INVITE_STATES)[number];

const invite = z.object({
  id,
  userGroupId: id,
  /** Display form: four groups of five. */
  code: z.string(),
  isOneTime: z.boolean(),
  /** False: deactivated. */
  isActive: z.boolean(),
  state: z.enum(INVITE_STATES),
  /** Last moment of validity, in the site's time zone; null: unlimited. */
  validUntil: z.string().nullable(),
  useCount: z.int().nonnegative(),
  createdAt: z.string(),
});
export type Invite = z.output<typeof invite>;

export const listInvites = {
  method: "GET",
  path: "/v2/assignment/invites/{id}",
  summary: "List the invite codes of a user group, active ones first, then the newest (up to 200)",
  policy: "manageContent",
  params: idParams,
  answer: z.array(invite),
} as const satisfies Call;

const inviteUse = z.object({
  usedAt: z.string(),
  user: z.object({ id, name: z.string(), email: z.string() }),
  group: z.object({ id, title: z.string() }),
  /** The last four characters of the code. */
  codeEnd: z.string(),
  isOneTime: z.boolean(),
});
export type InviteUse = z.output<typeof inviteUse>;

export const listInvitesLog = {
  method: "GET",
  path: "/v2/assignment/invitesLog/",
  summary:
    "List who used which invite code, newest first, 50 per page; searches name, email, group and end of the code",
  policy: "manageContent",
  query: z.object({
    q: searchText,
    page: pageNumberText,
  }),
  answer: z.object({ uses: z.array(inviteUse), total: z.int().nonnegative() }),
} as const satisfies Call;

/** Ignores the Idempotency-Key, because the stored answer would contain the code. */
export const generateInvite = {
  method: "POST",
  path: "/v2/assignment/generateInvite",
  summary: "Generate an invite code for a user group",
  policy: "manageContent",
  body: z.strictObject({
    userGroupId: id,
    isOneTime: z.boolean().default(false),
    validUntil: siteDate.nullable().default(null),
  }),
  answer: invite,
} as const satisfies Call;

const joinedGroup = z.object({
  group: z.object({ id, title: z.string() }),
  /** Paths to the content that the group opens to the user, up to 12; empty if another person was added. */
  opens: z.array(z.array(crumb)),
});
export type JoinedGroup = z.output<typeof joinedGroup>;

/**
 * Unknown, used, expired and deactivated codes get the same answer: 404 and `inviteUnknown`; after too many wrong
 * codes: 429. Sending the same code again gives the same person the same answer.
 */
export const addToGroupByCode = {
  method: "PUT",
  path: "/v2/assignment/addToGroupByCode",
  summary: "Join the user group of an invite code; administrators can name another user",
  policy: "learn",
  body: z.strictObject({ code: z.string().min(1).max(INVITE_CODE_INPUT_MAX_CHARACTERS), userId: id }),
  answer: joinedGroup,
} as const satisfies Call;

export const deactivateInvite = {
  method: "PUT",
  path: "/v2/assignment/deactivate/{id}",
  summary: "Deactivate an invite code; people who used it stay in the group",
  policy: "manageContent",
  params: idParams,
  answer: invite,
} as const satisfies Call;
