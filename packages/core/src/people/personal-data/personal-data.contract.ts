/** A person's data on a site: summary, export, deletion. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { PASSWORD_MAX_CHARACTERS } from "../session/session.contract.ts";

/** Treatment of annotations and notes: `keep` shows them under "Deleted person". */
export const WORK_CHOICES = ["keep", "remove"] as const;
export type WorkChoice = (typeof WORK_CHOICES)[number];

/** A sign-in counts as recent for this long; accounts without a password need a recent one before deletion. */
export const FRESH_SIGN_IN_MINUTES = 10;

const count = z.int().nonnegative();
const personalDataCounts = z.object({
  id,
  annotations: count,
  notes: count,
  /** Submitted enrollment forms. */
  registrations: count,
  /** Memberships of user groups. */
  userGroups: count,
  /** Own work groups, and memberships of others. */
  workGroups: count,
  /** Items, media and documents created by the person; they stay with the site. */
  content: count,
});
export type PersonalDataCounts = z.output<typeof personalDataCounts>;

export const getDataOfUser = {
  method: "GET",
  path: "/v2/user/{id}/data",
  summary: "Count what the site holds of a person",
  policy: "managePeople",
  params: idParams,
  answer: personalDataCounts,
} as const satisfies Call;

export const getOwnData = {
  method: "GET",
  path: "/user/data",
  summary: "Count what the site holds of the signed-in user",
  policy: "signedIn",
  answer: personalDataCounts.extend({
    /** False: the account uses single sign-on only. */
    hasPassword: z.boolean(),
  }),
} as const satisfies Call;

/** Answers a file, not JSON: `personal-data.zip`, with each table as JSON and CSV. Rejected with 413 beyond 1 GiB. */
export const exportOwnData = {
  method: "GET",
  path: "/user/data.zip",
  summary: "Export what the site holds of the signed-in user as a zip file",
  policy: "signedIn",
  answer: z.unknown(),
} as const satisfies Call;

/** The same for another person. */
export const exportDataOfUser = {
  method: "GET",
  path: "/v2/user/{id}/data.zip",
  summary: "Export what the site holds of a person as a zip file",
  policy: "managePeople",
  params: idParams,
  answer: z.unknown(),
} as const satisfies Call;

/** Rejected with 409 and `ownAccount` or `lastAdministrator`. */
export const deleteUser = {
  method: "DELETE",
  path: "/v2/user/{id}",
  summary: "Delete a person with their personal data; content that they created stays. This cannot be undone",
  policy: "managePeople",
  params: idParams,
  query: z.object({ work: z.enum(WORK_CHOICES) }),
  answer: z.void(),
} as const satisfies Call;

/**
 * Rejected with 400 and `currentPasswordIncorrect`, 409 and `lastAdministrator` or, without a password, `signInAgain`.
 */
export const deleteOwnAccount = {
  method: "POST",
  path: "/user/deletion",
  summary: "Delete the signed-in user's account with their personal data. This cannot be undone",
  policy: "signedIn",
  body: z.strictObject({
    work: z.enum(WORK_CHOICES),
    /** Null: the account has no password. */
    currentPassword: z.string().min(1).max(PASSWORD_MAX_CHARACTERS).nullable(),
  }),
  answer: z.void(),
} as const satisfies Call;
