/** Accounts of a site, for administrators. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { ROLES } from "../access/capabilities.ts";
import { DISPLAY_NAME_MAX_CHARACTERS, userNameField } from "../account/account.contract.ts";
import { EMAIL_PATTERN } from "../account/email-pattern.ts";
import { LOGIN_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from "../session/session.contract.ts";

export const USERS_A_PAGE = 50;
export const USER_STATES = ["active", "suspended", "expired"] as const;
export type UserState = (typeof USER_STATES)[number];
export const USER_ORDERS = ["name", "email", "role", "newest"] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

const managedUser = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  /** Alternative to the email address for signing in; null: none. */
  userName: z.string().nullable(),
  /** Part of the URL of the picture (`getUserPicture`); null: none. */
  pictureKey: z.string().nullable(),
  role: z.enum(ROLES),
  state: z.enum(USER_STATES),
  /** Last moment of validity, in the site's time zone; null: unlimited. */
  validUntil: z.string().nullable(),
});
export type ManagedUser = z.output<typeof managedUser>;

const displayName = z.string().trim().min(1, "enter a name").max(DISPLAY_NAME_MAX_CHARACTERS);
const email = z.string().trim().max(LOGIN_MAX_CHARACTERS).regex(EMAIL_PATTERN, "this is not an email address");
const password = z.string().min(1).max(PASSWORD_MAX_CHARACTERS);

export const listUsers = {
  method: "GET",
  path: "/v2/user",
  summary: "List the accounts of the site by name, email address or user name, role, state and user group, 50 per page",
  policy: "managePeople",
  query: z.object({
    q: searchText,
    role: z.enum(ROLES).optional(),
    state: z.enum(USER_STATES).optional(),
    /** ID of a user group whose members are listed. */
    group: idText.optional(),
    order: z.enum(USER_ORDERS).default("name"),
    page: pageNumberText,
  }),
  answer: z.object({ users: z.array(managedUser), total: z.int().nonnegative() }),
} as const satisfies Call;

/**
 * Rejected with 409 and `emailTaken` or `userNameTaken`, or 400 and a problem of the password
 * (`account/password-rules.ts`).
 */
export const createUser = {
  method: "POST",
  path: "/v2/user",
  summary: "Create an account",
  policy: "managePeople",
  body: z.strictObject({
    displayName,
    email,
    userName: userNameField.nullable().default(null),
    role: z.enum(ROLES),
    password,
    validUntil: siteDate.nullable().default(null),
  }),
  answer: managedUser,
} as const satisfies Call;

/**
 * Omitted fields are unchanged. A new role, a new password and a suspension end all sessions of the account.
 *
 * Rejected with 409 and `lastAdministrator`, `ownAccount`, `emailTaken` or `userNameTaken`, or 400 and a problem of the
 * password.
 */
export const updateUser = {
  method: "PUT",
  path: "/v2/user/{id}",
  summary: "Update an account",
  policy: "managePeople",
  params: idParams,
  body: z.strictObject({
    displayName: displayName.optional(),
    email: email.optional(),
    userName: userNameField.nullable().optional(),
    role: z.enum(ROLES).optional(),
    password: password.optional(),
    validUntil: siteDate.nullable().optional(),
    isSuspended: z.boolean().optional(),
  }),
  answer: managedUser,
} as const satisfies Call;
