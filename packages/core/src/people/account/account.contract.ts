/** One's own account: profile, password, sessions. Source: spec part 1, sections 2, 5 and 8. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { ROLES } from "../access/capabilities.ts";
import { PASSWORD_MAX_CHARACTERS } from "../session/session.contract.ts";

export const DISPLAY_NAME_MAX_CHARACTERS = 200;

const profile = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Sessions of this account beside the one that asks. */
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

export const changeProfile = {
  method: "PUT",
  path: "/user/profile",
  summary: "Update the signed-in user's profile",
  policy: "signedIn",
  body: z.strictObject({
    displayName: z.string().trim().min(1, "enter a name").max(DISPLAY_NAME_MAX_CHARACTERS),
  }),
  answer: profile,
} as const satisfies Call;

const password = z.string().min(1).max(PASSWORD_MAX_CHARACTERS);

/**
 * Refused with 400 and one of these codes: `currentPasswordIncorrect`, `newPasswordDoNotMatch`, or a fault of the new
 * password (`password-rules.ts`). All sessions of the account end; the one that asked is replaced by a new one.
 */
export const changePassword = {
  method: "PUT",
  path: "/user/password",
  summary: "Change the signed-in user's password",
  policy: "signedIn",
  body: z.strictObject({ currentPassword: password, newPassword: password, newPasswordRepeated: password }),
  answer: z.object({
    message: z.string(),
    /** Of the session that takes the place of the one that asked; see `openSession`. */
    nonce: z.string(),
    token: z.string(),
  }),
} as const satisfies Call;

export const endOtherSessions = {
  method: "DELETE",
  path: "/user/sessions",
  summary: "Sign out of all other sessions",
  policy: "signedIn",
  answer: z.object({ ended: z.int().nonnegative() }),
} as const satisfies Call;
