/**
 * Accounts as whoever runs the installation changes them at its console: no session is asked for, the rules are the same.
 */
import { ROLES, type Role, roleHas } from "@parfocal/core/access/capabilities.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { hashPassword } from "#platform/access/password.ts";
import { announce } from "#platform/db/announcements.ts";
import { type Database, type SiteDb, withSite } from "#platform/db/database.ts";
import { insertUser } from "#user/user.queries.ts";
import {
  countManagersOfPeople,
  deleteSessionsOf,
  findAccount,
  listAccounts,
  setPasswordHash,
  setRole,
} from "./account.queries.ts";
import { lockAdministrators } from "./managed-user.queries.ts";
import { assertUsablePassword } from "./usable-password.ts";

export interface NewAccount {
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly password: string;
}

/** @throws AppError `invalid` or `conflict` with a sentence. */
export async function addAccount(database: Database, siteId: number, account: NewAccount): Promise<number> {
  const { email, displayName, role, password } = account;
  if (!EMAIL_PATTERN.test(email) || email.length > LOGIN_MAX_CHARACTERS)
    throw new AppError("invalid", `"${email}" is not an e-mail address.`);
  if (displayName.trim() === "" || displayName.length > DISPLAY_NAME_MAX_CHARACTERS)
    throw new AppError("invalid", `A name has 1 to ${DISPLAY_NAME_MAX_CHARACTERS} characters.`);
  await assertUsablePassword(password, [email, displayName]);
  const passwordHash = await hashPassword(password);
  return withSite(database, siteId, async (db) => {
    if (await findAccount(db, siteId, email)) throw new AppError("conflict", `There is an account ${email} already.`);
    return insertUser(db, siteId, { email, displayName: displayName.trim(), role, passwordHash });
  });
}

/** All sessions of the account end. @throws AppError `notFound` or `invalid` with a sentence. */
export async function resetPassword(
  database: Database,
  siteId: number,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const { displayName } = await withSite(database, siteId, (db) => needAccount(db, siteId, email));
  await assertUsablePassword(password, [email, displayName]);
  const passwordHash = await hashPassword(password);
  await withSite(database, siteId, async (db) => {
    const { id } = await needAccount(db, siteId, email);
    await setPasswordHash(db, siteId, id, passwordHash);
    await endSessions(db, siteId, id);
  });
}

/** All sessions of the account end. @throws AppError `notFound`; `conflict` for the last administrator. */
export async function changeRole(
  database: Database,
  siteId: number,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<void> {
  await withSite(database, siteId, async (db) => {
    await lockAdministrators(db, siteId);
    const account = await needAccount(db, siteId, email);
    if (account.role === role) return;
    const isLeaving = account.isUsable && roleHas(account.role, "managePeople") && !roleHas(role, "managePeople");
    if (isLeaving && (await countManagersOfPeople(db, siteId)) === 1)
      throw new AppError("conflict", `${email} is the only administrator. Make somebody else administrator first.`);
    await setRole(db, siteId, account.id, role);
    await endSessions(db, siteId, account.id);
  });
}

/** In the order of their addresses. */
export const accountsOf = (database: Database, siteId: number) =>
  withSite(database, siteId, (db) => listAccounts(db, siteId));

/** @throws AppError `invalid` for a word that names no role. */
export function readRole(word: string): Role {
  const role = ROLES.find((one) => one === word);
  if (!role) throw new AppError("invalid", `There is no role "${word}". There are: ${ROLES.join(", ")}.`);
  return role;
}

async function needAccount(db: SiteDb, siteId: number, email: string) {
  const account = await findAccount(db, siteId, email);
  if (!account) throw new AppError("notFound", `There is no account ${email}.`);
  return account;
}

async function endSessions(db: SiteDb, siteId: number, userId: number): Promise<void> {
  for (const hash of await deleteSessionsOf(db, siteId, userId, null))
    await announce(db, "sessionEnded", hash.toString("hex"));
}
