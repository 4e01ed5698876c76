/**
 * Registration by email: whoever opens the link in a mail chooses a password, and the account is created then. Nothing can be
 * learned about existing accounts, and nobody can register with an address that is not theirs (decision 0066).
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

/** How long the link in the mail can be used. */
export const REGISTRATION_LINK_LIFE_MINUTES = 30;
export const NEXT_PATH_MAX_CHARACTERS = 500;
const TOKEN_MAX_CHARACTERS = 100;

/**
 * Answers the same whether the address has an account or not. Refused with 403 and `registrationClosed` or `emailDomain`, 404
 * for a form that guests do not see, 409 and `noAddress` (no link can be sent), or 429.
 */
export const requestRegistration = {
  method: "POST",
  path: "/session/registration",
  summary: "Request a mail with a link to create one's own account",
  policy: "anyone",
  body: z.strictObject({
    displayName: z.string().trim().min(1, "enter a name").max(DISPLAY_NAME_MAX_CHARACTERS),
    email: z.string().trim().max(LOGIN_MAX_CHARACTERS).regex(EMAIL_PATTERN, "this is not an email address"),
    /** Enrollment form that guests can see: registration through it works where registration is closed otherwise. */
    enrollmentFormId: id.optional(),
    /** Where to go afterwards. */
    next: z.string().max(NEXT_PATH_MAX_CHARACTERS).refine(isOwnPath, "a path of this site is needed").optional(),
  }),
  answer: z.void(),
} as const satisfies Call;

/** Refused with 400 and `linkInvalid` or a fault of the password, or 409 and `emailTaken`. */
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
