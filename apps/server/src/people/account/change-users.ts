/**
 * Creates and changes accounts for an administrator and at the console. A site always has an administrator who can sign
 * in, and administrators cannot lock themselves out.
 */

import { type Role, roleHas } from "@parfocal/core/access/capabilities.ts";
import type { AuditAction } from "@parfocal/core/audit/audit-actions.ts";
import type { AuditFacts } from "@parfocal/core/audit/audit-facts.contract.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { offeredLanguageFor } from "@parfocal/core/session/preferences.ts";
import type { ManagedUser } from "@parfocal/core/user/manage-users.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findSiteOfMails } from "#mail/mail.queries.ts";
import { type Postman, writeMail } from "#mail/write-mail.ts";
import { hashPassword } from "#platform/access/password.ts";
import { type Database, type SiteDb, withSite } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { insertUser } from "#user/user.queries.ts";
import {
  countManagersOfPeople,
  endSessionsOf,
  findAccount,
  isUserNameTaken,
  lockEmail,
  lockUserName,
  readPreferences,
} from "./account.queries.ts";
import { deleteLinks } from "./account-link.queries.ts";
import { accountMail } from "./account-mails.ts";
import { changeUserRow, findManagedUser, lockAdministrators } from "./managed-user.queries.ts";
import { assertUsablePassword } from "./usable-password.ts";

interface NewUser {
  readonly displayName: string;
  readonly email: string;
  /** null: none. */
  readonly userName: string | null;
  readonly role: Role;
  readonly password: string;
  /** In the site's time zone; null: no limit. */
  readonly validUntil: string | null;
  /** The administrator; null: the console. */
  readonly callerId: number | null;
}

/**
 * @returns the ID of the account. @throws AppError `conflict` with `emailTaken` or `userNameTaken`; `invalid` for a
 * password that is not allowed.
 */
export async function makeUser(database: Database, siteId: number, user: NewUser): Promise<number> {
  const { displayName, email, userName, role, password, validUntil, callerId } = user;
  await assertUsablePassword(password, [email, displayName, ...(userName === null ? [] : [userName])]);
  const passwordHash = await hashPassword(password);
  return withSite(database, siteId, async (db) => {
    await assertFreeEmail(db, siteId, email, null);
    const id = await insertUser(db, siteId, { email, displayName, role, passwordHash });
    if (userName !== null) await assertFreeUserName(db, siteId, userName, id);
    if (validUntil !== null || userName !== null) await changeUserRow(db, siteId, id, { validUntil, userName });
    await recordAudit(db, siteId, {
      action: "userCreated",
      actorId: callerId,
      personId: id,
      facts: { role, ...wayOf(callerId) },
    });
    return id;
  });
}

const wayOf = (callerId: number | null): AuditFacts => (callerId === null ? { way: "console" } : {});

export type PlatformOfAccounts = Pick<Platform, "database"> & Postman;

interface UserChange {
  readonly id: number;
  /** The administrator; null: the console. */
  readonly callerId: number | null;
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
  readonly userName?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly password?: string | undefined;
  readonly validUntil?: string | null | undefined;
  readonly isSuspended?: boolean | undefined;
}

/**
 * Users whose password was changed get an email about it, without the password.
 *
 * @returns the hashes of the ended sessions.
 * @throws AppError `notFound`; `conflict` with `emailTaken`, `userNameTaken`, `ownAccount` or `lastAdministrator`;
 * `invalid`.
 */
export async function changeUser(
  platform: PlatformOfAccounts,
  siteId: number,
  { id, callerId, password, ...change }: UserChange,
): Promise<string[]> {
  const { database, jobs } = platform;
  const passwordHash =
    password === undefined ? undefined : await hashUsable(database, siteId, { id, password, ...change });
  const ended = await withSite(database, siteId, async (db) => {
    await lockAdministrators(db, siteId);
    const before = await needUser(db, siteId, id);
    if (change.email !== undefined) await assertFreeEmail(db, siteId, change.email, id);
    if (change.userName) await assertFreeUserName(db, siteId, change.userName, id);
    await changeUserRow(db, siteId, id, { ...change, passwordHash });
    // Invalidates links that were sent to the former address, or before the new password.
    if (passwordHash !== undefined || change.email !== undefined) await deleteLinks(db, siteId, id, null);
    const after = await needUser(db, siteId, id);
    const isShutOut = after.state !== "active" || after.role !== before.role;
    if (id === callerId && isShutOut)
      throw new AppError("conflict", "You cannot suspend your own account or change its role.", {
        codes: ["ownAccount"],
      });
    const couldManage = before.state === "active" && roleHas(before.role, "managePeople");
    if (couldManage && (await countManagersOfPeople(db, siteId)) === 0)
      throw new AppError("conflict", "This is the only administrator. Make someone else administrator first.", {
        codes: ["lastAdministrator"],
      });
    await recordChanges(db, siteId, { callerId, before, after, hasNewPassword: passwordHash !== undefined });
    if (passwordHash !== undefined && id !== callerId) await writePasswordSet(db, siteId, after, platform);
    return passwordHash !== undefined || isShutOut ? endSessionsOf(db, siteId, id, null) : [];
  });
  jobs.wake();
  return ended;
}

interface RecordedChange {
  readonly callerId: number | null;
  readonly before: ManagedUser;
  readonly after: ManagedUser;
  readonly hasNewPassword: boolean;
}

/** One entry for each action; none if nothing has changed. */
async function recordChanges(
  db: SiteDb,
  siteId: number,
  { callerId, before, after, hasNewPassword }: RecordedChange,
): Promise<void> {
  const record = (action: AuditAction, facts: AuditFacts = {}) =>
    recordAudit(db, siteId, {
      action,
      actorId: callerId,
      personId: before.id,
      facts: { ...facts, ...wayOf(callerId) },
    });
  const names = (["displayName", "email", "userName", "validUntil"] as const).filter(
    (name) => before[name] !== after[name],
  );
  if (names.length > 0) await record("userChanged", { names });
  if (before.role !== after.role) await record("roleChanged", { formerRole: before.role, role: after.role });
  const [wasSuspended, isSuspended] = [before.state === "suspended", after.state === "suspended"];
  if (!wasSuspended && isSuspended) await record("userSuspended");
  if (wasSuspended && !isSuspended) await record("userReactivated");
  if (hasNewPassword) await record("passwordSet");
}

async function writePasswordSet(
  db: SiteDb,
  siteId: number,
  { id, displayName, email }: ManagedUser,
  postman: Postman,
): Promise<void> {
  const { language: chosen } = await readPreferences(db, siteId, id);
  const { title: siteTitle, languages } = await findSiteOfMails(db, siteId);
  const language = offeredLanguageFor([chosen], languages);
  const sentences = accountMail("passwordSet", language, { name: displayName, siteTitle });
  await writeMail(db, siteId, { to: { name: displayName, address: email }, language, sentences }, postman);
}

/** Outside the transaction that changes the account, since hashing is slow. */
async function hashUsable(
  database: Database,
  siteId: number,
  {
    id,
    password,
    email,
    displayName,
    userName,
  }: Pick<UserChange, "id" | "email" | "displayName" | "userName"> & { password: string },
): Promise<string> {
  const user = await withSite(database, siteId, (db) => needUser(db, siteId, id));
  const name = userName === undefined ? user.userName : userName;
  const names = [email ?? user.email, displayName ?? user.displayName, ...(name === null ? [] : [name])];
  await assertUsablePassword(password, names);
  return hashPassword(password);
}

async function needUser(db: SiteDb, siteId: number, id: number): Promise<ManagedUser> {
  const user = await findManagedUser(db, siteId, id);
  if (!user) throw notFound("Account");
  return user;
}

/** @throws AppError `conflict` with `emailTaken` if an account other than this one has the address. */
export async function assertFreeEmail(db: SiteDb, siteId: number, email: string, ownId: number | null): Promise<void> {
  await lockEmail(db, siteId, email);
  const other = await findAccount(db, siteId, email);
  if (other && other.id !== ownId)
    throw new AppError("conflict", "An account with this email address already exists.", { codes: ["emailTaken"] });
}

/** @throws AppError `conflict` with `userNameTaken` if an account other than this one signs in with this name. */
export async function assertFreeUserName(db: SiteDb, siteId: number, userName: string, ownId: number): Promise<void> {
  await lockUserName(db, siteId, userName);
  if (await isUserNameTaken(db, siteId, userName, ownId))
    throw new AppError("conflict", "An account with this user name already exists.", { codes: ["userNameTaken"] });
}
