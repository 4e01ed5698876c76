/** Account commands of the console: without a session, under the rules for administrators. */
import { ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { type Database, withSite } from "#platform/db/database.ts";
import { findAccount, listAccounts } from "./account.queries.ts";
import { changeUser, makeUser, type PlatformOfAccounts } from "./change-users.ts";

interface NewAccount {
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly password: string;
}

/** @throws AppError `invalid` or `conflict` with a user-facing message. */
export async function addAccount(database: Database, siteId: number, account: NewAccount): Promise<number> {
  const { email } = account;
  const displayName = account.displayName.trim();
  if (!EMAIL_PATTERN.test(email) || email.length > LOGIN_MAX_CHARACTERS)
    throw new AppError("invalid", `"${email}" is not an email address.`);
  if (displayName === "" || displayName.length > DISPLAY_NAME_MAX_CHARACTERS)
    throw new AppError("invalid", `Enter a name of 1 to ${DISPLAY_NAME_MAX_CHARACTERS} characters.`);
  return makeUser(database, siteId, {
    ...account,
    displayName,
    userName: null,
    validUntil: null,
    callerId: null,
  });
}

interface AccountChange {
  readonly email: string;
  readonly password?: string;
  readonly role?: Role;
}

/**
 * Ends all sessions of the account. @throws AppError with a user-facing message: `notFound`, `invalid`, or as
 * `changeUser`.
 */
export async function changeAccount(
  platform: PlatformOfAccounts,
  siteId: number,
  { email, ...change }: AccountChange,
): Promise<void> {
  const account = await withSite(platform.database, siteId, (db) => findAccount(db, siteId, email));
  if (!account) throw notFound(`Account ${email}`);
  await changeUser(platform, siteId, { id: account.id, callerId: null, ...change });
}

/** Sorted by email address. */
export const accountsOf = (database: Database, siteId: number) =>
  withSite(database, siteId, (db) => listAccounts(db, siteId));

/** @throws AppError `invalid` for an unknown role. */
export function readRole(word: string): Role {
  const role = ROLES.find((one) => one === word);
  if (!role) throw new AppError("invalid", `Unknown role "${word}". Available: ${ROLES.join(", ")}.`);
  return role;
}
