/**
 * The email address of a new account of somebody from elsewhere. An account belongs to the other side's id of a person, never to
 * an address: one that is taken stays with its account, and the new one gets an address that cannot receive mail.
 */
import { createHash } from "node:crypto";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { LOGIN_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { lockEmail } from "#account/account.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findAccountByEmail } from "./user-identity.queries.ts";

export async function freeEmailOf(
  db: SiteDb,
  siteId: number,
  { issuer, subject, email }: { readonly issuer: string; readonly subject: string; readonly email: string },
): Promise<string> {
  if (email.length <= LOGIN_MAX_CHARACTERS && EMAIL_PATTERN.test(email)) {
    await lockEmail(db, siteId, email);
    if (!(await findAccountByEmail(db, siteId, email))) return email;
  }
  const digest = createHash("sha256").update(`${issuer}\n${subject}`).digest("hex").slice(0, 32);
  return `${digest}@host-site.invalid`;
}
