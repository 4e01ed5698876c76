/** The user's own account: profile, password, sessions. Source: spec part 1, sections 2, 5 and 8. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { ROLES } from "../access/capabilities.ts";
import { ACCOUNT_LANGUAGES, COLOUR_SCHEMES } from "../session/preferences.ts";
import { PASSWORD_MAX_CHARACTERS } from "../session/session.contract.ts";
import { USER_NAME_MAX_CHARACTERS, USER_NAME_PATTERN } from "./user-name.ts";

export const DISPLAY_NAME_MAX_CHARACTERS = 200;

export const userNameField = z
  .string()
  .trim()
  .normalize()
  .max(USER_NAME_MAX_CHARACTERS)
  .regex(USER_NAME_PATTERN, "use letters, digits, dots, hyphens and underscores");

const profile = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  /** Alternative to the email address for signing in; null: none. */
  userName: z.string().nullable(),
  role: z.enum(ROLES),
  /** Language of mails and of the first page; null: the browser's. */
  language: z.enum(ACCOUNT_LANGUAGES).nullable(),
  colourScheme: z.enum(COLOUR_SCHEMES).nullable(),
  /** Whether to send mails about new comments on own annotations and on those that the user commented on. */
  wantsCommentMails: z.boolean(),
  /** Sessions of this account other than the current one. */
  otherSessionCount: z.int().nonnegative(),
});
export type Profile = z.output<typeof profile>;

export const getProfile = {
  method: "GET",
  path: "/user/profile",
  summary: "Get the signed-in user's profile",
  policy: "signedIn",
  answer: profile,
} as const satisfies Call;

/** Rejected with 409 and `userNameTaken`. */
export const changeProfile = {
  method: "PUT",
  path: "/user/profile",
  summary: "Update the signed-in user's profile; what is left out stays",
  policy: "signedIn",
  body: z.strictObject({
    displayName: z.string().trim().min(1, "enter a name").max(DISPLAY_NAME_MAX_CHARACTERS).optional(),
    /** Null: none. */
    userName: userNameField.nullable().optional(),
    language: z.enum(ACCOUNT_LANGUAGES).nullable().optional(),
    colourScheme: z.enum(COLOUR_SCHEMES).nullable().optional(),
    wantsCommentMails: z.boolean().optional(),
  }),
  answer: profile,
} as const satisfies Call;

const password = z.string().min(1).max(PASSWORD_MAX_CHARACTERS);

/**
 * Rejected with 400 and one of these codes: `currentPasswordIncorrect`, `newPasswordDoNotMatch`, or a problem of the
 * new password (`password-rules.ts`). All sessions of the account end; the current one is replaced by a new one.
 */
export const changePassword = {
  method: "PUT",
  path: "/user/password",
  summary: "Change the signed-in user's password",
  policy: "signedIn",
  body: z.strictObject({ currentPassword: password, newPassword: password, newPasswordRepeated: password }),
  answer: z.object({
    message: z.string(),
    /** Nonce of the session that replaces the current one; see `openSession`. */
    nonce: z.string(),
    token: z.string(),
  }),
} as const satisfies Call;

export const SESSIONS_SHOWN = 50;

const ownSession = z.object({
  id,
  /** Readable name; null: not recognized. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
  /** Whether "Stay signed in" was chosen. */
  isKept: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const listOwnSessions = {
  method: "GET",
  path: "/user/sessions",
  summary: "List the signed-in user's sessions, last used first: the newest 50 and their number",
  policy: "signedIn",
  answer: z.object({ sessions: z.array(ownSession), total: z.int().nonnegative() }),
} as const satisfies Call;

export const endOwnSession = {
  method: "DELETE",
  path: "/user/sessions/{id}",
  summary: "Sign out of one of the user's own sessions",
  policy: "signedIn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const endOtherSessions = {
  method: "DELETE",
  path: "/user/sessions",
  summary: "Sign out of all other sessions",
  policy: "signedIn",
  answer: z.object({ ended: z.int().nonnegative() }),
} as const satisfies Call;
