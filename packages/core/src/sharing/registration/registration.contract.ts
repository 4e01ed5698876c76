/**
 * Registration by email: the person opens the link in a mail and chooses a password; only then is the account created.
 * The calls reveal nothing about existing accounts, and nobody can register with another person's address (decision
 * 0066).
 *
 * Sources: spec part 2, section 1 ("Landing page: … registration"); decisions, "Access" (enrollment forms).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "../../people/account/account.contract.ts";
import { EMAIL_PATTERN } from "../../people/account/email-pattern.ts";
import { isOwnPath } from "../../people/session/own-path.ts";
import { LOGIN_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from "../../people/session/session.contract.ts";
import { id } from "../../platform/ids.ts";

/** Validity of the link in the mail. */
export const REGISTRATION_LINK_LIFE_MINUTES = 30;
const NEXT_PATH_MAX_CHARACTERS = 500;
const TOKEN_MAX_CHARACTERS = 100;

/**
 * The answer is the same whether or not the address has an account. Rejected with 403 and `registrationClosed` or
 * `emailDomain`, 404 for a form that guests cannot see, 409 and `noAddress` (no link can be sent), or 429.
 */
export const requestRegistration = {
  method: "POST",
  path: "/session/registration",
  summary: "Request a mail with a link to create one's own account",
  policy: "anyone",
  body: z.strictObject({
    displayName: z.string().trim().min(1, "enter a name").max(DISPLAY_NAME_MAX_CHARACTERS),
    email: z.string().trim().max(LOGIN_MAX_CHARACTERS).regex(EMAIL_PATTERN, "this is not an email address"),
    /** Enrollment form visible to guests; registration through it works even if registration is closed otherwise. */
    enrollmentFormId: id.optional(),
    /** Path to open afterwards. */
    next: z.string().max(NEXT_PATH_MAX_CHARACTERS).refine(isOwnPath, "a path of this site is needed").optional(),
  }),
  answer: z.void(),
} as const satisfies Call;

/** Rejected with 400 and `linkInvalid` or a problem of the password, or 409 and `emailTaken`. */
export const completeRegistration = {
  method: "PUT",
  path: "/session/registration",
  summary: "Create one's own account with the link of a mail",
  policy: "anyone",
  body: z.strictObject({
    token: z.string().min(1).max(TOKEN_MAX_CHARACTERS),
    password: z.string().min(1).max(PASSWORD_MAX_CHARACTERS),
  }),
  answer: z.object({ email: z.string(), next: z.string().nullable() }),
} as const satisfies Call;
