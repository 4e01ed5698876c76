/**
 * Accounts of people who sign in at a host site or a learning platform. An account belongs to the person's ID there,
 * never to an email address: if the address is taken, it stays with the existing account, and the new account gets an
 * address that cannot receive email.
 */
import { createHash } from "node:crypto";
import type { Role } from "@parfocal/core/access/capabilities.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import type { AuditWay } from "@parfocal/core/audit/audit-actions.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { lockEmail } from "#account/account.queries.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { NO_PASSWORD } from "#platform/access/password.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { insertUser } from "#user/user.queries.ts";
import { findAccountByEmail, insertIdentity, type Subject } from "./user-identity.queries.ts";

interface NewPerson {
  readonly identity: Subject;
  /** From the host or platform; empty: none. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly way: AuditWay;
}

interface CreatedAccount {
  readonly id: number;
  readonly email: string;
  readonly displayName: string;
}

export async function createAccount(
  db: SiteDb,
  siteId: number,
  { identity, email: requestedEmail, name, role, way }: NewPerson,
): Promise<CreatedAccount> {
  const email = await freeEmailOf(db, siteId, identity, requestedEmail);
  const displayName = storableName(name) || storableName(identity.subject);
  const id = await insertUser(db, siteId, { email, displayName, role, passwordHash: NO_PASSWORD });
  await insertIdentity(db, siteId, { identity, userId: id });
  await recordAudit(db, siteId, { action: "userCreated", actorId: id, personId: id, facts: { role, way } });
  return { id, email, displayName };
}

/** A name that the database can store. */
export const storableName = (name: string): string =>
  name.trim().slice(0, DISPLAY_NAME_MAX_CHARACTERS).toWellFormed().replaceAll("\0", "");

async function freeEmailOf(
  db: SiteDb,
  siteId: number,
  { issuer, subject }: Subject,
  requestedEmail: string,
): Promise<string> {
  if (requestedEmail.length <= LOGIN_MAX_CHARACTERS && EMAIL_PATTERN.test(requestedEmail)) {
    await lockEmail(db, siteId, requestedEmail);
    if (!(await findAccountByEmail(db, siteId, requestedEmail))) return requestedEmail;
  }
  const digest = createHash("sha256").update(`${issuer}\n${subject}`).digest("hex").slice(0, 32);
  return `${digest}@host-site.invalid`;
}
