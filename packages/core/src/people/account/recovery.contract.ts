/** Password reset and change of the email address, both by a single-use link in a mail. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { LOGIN_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from "../session/session.contract.ts";
import { EMAIL_PATTERN } from "./email-pattern.ts";

const email = z.string().trim().max(LOGIN_MAX_CHARACTERS).regex(EMAIL_PATTERN, "this is not an email address");
const password = z.string().min(1).max(PASSWORD_MAX_CHARACTERS);
const TOKEN_MAX_CHARACTERS = 100;
const token = z.string().min(1).max(TOKEN_MAX_CHARACTERS);

/** The answer is the same whether or not the account exists. The link in the mail works for 30 minutes. */
export const requestPasswordReset = {
  method: "POST",
  path: "/session/passwordReset",
  summary: "Request a mail with a link to choose a new password",
  policy: "anyone",
  body: z.strictObject({ email }),
  answer: z.void(),
} as const satisfies Call;

/**
 * Rejected with 400 and `linkInvalid` (used, expired, or replaced by a newer one), `newPasswordDoNotMatch`, or a
 * problem of the password. All sessions of the account end.
 */
export const resetPassword = {
  method: "PUT",
  path: "/session/passwordReset",
  summary: "Choose a new password with the link of a mail",
  policy: "anyone",
  body: z.strictObject({ token, newPassword: password, newPasswordRepeated: password }),
  answer: z.object({ email: z.string() }),
} as const satisfies Call;

/** Rejected with 400 and `currentPasswordIncorrect`, or 409 and `emailTaken` or `noAddress` (no link can be sent). */
export const requestEmailChange = {
  method: "POST",
  path: "/user/email",
  summary: "Request a mail to a new email address with a link that confirms it",
  policy: "signedIn",
  body: z.strictObject({ email, currentPassword: password }),
  answer: z.void(),
} as const satisfies Call;

/** Rejected with 400 and `linkInvalid`, or 409 and `emailTaken`. */
export const confirmEmailChange = {
  method: "PUT",
  path: "/session/email",
  summary: "Confirm a new email address with the link of a mail",
  policy: "anyone",
  body: z.strictObject({ token }),
  answer: z.object({ email: z.string() }),
} as const satisfies Call;
