/**
 * Registration by email: a request, an email with a link, and an account once the link is opened and a password chosen.
 * Until then there is no account, so that nobody can occupy another person's address. A request does the same work
 * whether the address has an account or not; a job looks it up later (threat T-24).
 */

import { createHash, randomBytes } from "node:crypto";
import { DEFAULT_ROLE } from "@parfocal/core/access/capabilities.ts";
import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { isAllowedDomain } from "@parfocal/core/registration/email-domain.ts";
import { REGISTRATION_LINK_LIFE_MINUTES } from "@parfocal/core/registration/registration.contract.ts";
import { offeredLanguageFor } from "@parfocal/core/session/preferences.ts";
import { findAccount } from "#account/account.queries.ts";
import { assertFreeEmail } from "#account/change-users.ts";
import { assertUsablePassword } from "#account/usable-password.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { MailLanguage } from "#mail/mail-content.ts";
import { writeMail } from "#mail/write-mail.ts";
import { Caller } from "#platform/access/caller.ts";
import { hashPassword } from "#platform/access/password.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { networkOf } from "#platform/http/network-of.ts";
import { findSite, type RequestSite } from "#platform/http/site-and-session.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { countFailures, insertFailures, lockGuesses } from "#session/session.queries.ts";
import { tooManyAttempts } from "#session/too-many-attempts.ts";
import { insertUser } from "#user/user.queries.ts";
import {
  deleteRequest,
  deleteRequestsOf,
  findByToken,
  insertRequest,
  lockUnanswered,
  setToken,
} from "./registration.queries.ts";
import { existingAccount, invitation } from "./registration-mails.ts";

export const ANSWER_REGISTRATION = "answerRegistration";

const MINUTE_MS = 60_000;
const LINK_LIFE_MS = REGISTRATION_LINK_LIFE_MINUTES * MINUTE_MS;
/** A request is dropped if its email could not be written within this time. */
const UNANSWERED_LIFE_MS = 24 * 60 * MINUTE_MS;
const TOKEN_BYTES = 32;
/**
 * Above the limit for one email address, further requests write nothing; above the limits for one network (a lecture
 * hall shares one) and for the site, they are rejected.
 */
export const MAX_REGISTRATION_REQUESTS = {
  email: { count: 3, windowMs: 60 * MINUTE_MS },
  network: { count: 200, windowMs: 15 * MINUTE_MS },
  site: { count: 2_000, windowMs: 60 * MINUTE_MS },
} as const;
type Limit = keyof typeof MAX_REGISTRATION_REQUESTS;

const subjectOf = (...parts: string[]) =>
  createHash("sha256")
    .update(["registration", ...parts].join("\n"))
    .digest("base64url");

interface RegistrationRequest {
  readonly email: string;
  readonly displayName: string;
  readonly formId: number | null;
  readonly next: string | null;
  /** Network address that the request came from. */
  readonly address: string;
  /** null: no trusted origin is known. */
  readonly linkOrigin: string | null;
  readonly language: MailLanguage;
}

/** Call `jobs.wake()` after the commit. @throws AppError as `requestRegistration`. */
export async function request(
  db: SiteDb,
  site: RequestSite,
  { address, linkOrigin, ...fields }: RegistrationRequest,
  { jobs }: Pick<Platform, "jobs">,
): Promise<void> {
  const { email, formId } = fields;
  await assertAdmitted(db, site, { email, formId });
  if (linkOrigin === null)
    throw new AppError("conflict", "No mail can be sent: the site has no address. Ask your administrator.", {
      codes: ["noAddress"],
    });
  const subjects: Readonly<Record<Limit, string>> = {
    site: subjectOf("site"),
    network: subjectOf("network", networkOf(address)),
    email: subjectOf("email", email.toLowerCase()),
  };
  const isFull = async (limit: Limit) => {
    const { count, windowMs } = MAX_REGISTRATION_REQUESTS[limit];
    await lockGuesses(db, site.id, subjects[limit]);
    return (await countFailures(db, site.id, subjects[limit], windowMs)) >= count;
  };
  if ((await isFull("site")) || (await isFull("network")))
    throw tooManyAttempts("Too many registrations. Try again in an hour.");
  if (await isFull("email")) {
    await insertFailures(db, site.id, [subjects.site, subjects.network]);
    return;
  }
  await insertFailures(db, site.id, Object.values(subjects));
  const expiresAt = new Date(Date.now() + UNANSWERED_LIFE_MS);
  const id = await insertRequest(db, site.id, { ...fields, linkOrigin, expiresAt });
  await jobs.add(db, site.id, { kind: ANSWER_REGISTRATION, subjectId: id, isQuiet: true });
}

/**
 * @throws AppError `forbidden` with `registrationClosed` or `emailDomain`; `notFound` for a form that guests cannot
 * see.
 */
async function assertAdmitted(
  db: SiteDb,
  site: RequestSite,
  { email, formId }: { readonly email: string; readonly formId: number | null },
): Promise<void> {
  if (!site.isRegistrationOpen) {
    if (formId === null)
      throw new AppError("forbidden", "This site does not accept registrations. Ask for a voucher.", {
        codes: ["registrationClosed"],
      });
    if (!site.isContentPublic) throw notFoundOrNoAccess();
    await findVisibleItem(db, { siteId: site.id, caller: new Caller(null), id: formId, kind: "enrollment" });
  }
  if (!isAllowedDomain(email, site.allowedEmailDomains))
    throw new AppError("forbidden", "Email addresses of this domain cannot register on this site.", {
      codes: ["emailDomain"],
    });
}

export function registrationJobHandlers(platform: Platform): Record<string, JobHandler> {
  return { [ANSWER_REGISTRATION]: (context) => answerRequest(platform, context) };
}

/** One transaction: after a kill there is either the request, or the link with its email. */
async function answerRequest(platform: Platform, { siteId, subjectId }: JobContext): Promise<void> {
  await withSite(platform.database, siteId, async (db) => {
    const row = await lockUnanswered(db, siteId, subjectId);
    if (!row) return;
    const { title: siteTitle, languages } = await findSite(db, siteId);
    const account = await findAccount(db, siteId, row.email);
    const language = offeredLanguageFor([row.language], languages);
    if (account) {
      await deleteRequest(db, siteId, row.id);
      const url = `${row.link_origin}/sign-in?${new URLSearchParams({ next: row.next_path ?? `/s${siteId}/` })}`;
      const to = { name: account.displayName, address: account.email };
      const sentences = existingAccount(language, { name: account.displayName, siteTitle, url });
      await writeMail(db, siteId, { to, language, sentences }, platform);
      return;
    }
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    await setToken(db, siteId, { id: row.id, token, expiresAt: new Date(Date.now() + LINK_LIFE_MS) });
    const url = `${row.link_origin}/s${siteId}/registration?token=${token}`;
    // Without the name, which the sender chose: the address can belong to another person.
    const to = { name: "", address: row.email };
    await writeMail(db, siteId, { to, language, sentences: invitation(language, { siteTitle, url }) }, platform);
  });
  platform.jobs.wake();
}

interface Completion {
  readonly siteId: number;
  readonly token: string;
  readonly password: string;
}

/**
 * Uses short transactions of its own, so that no connection is held while a password is hashed. If the password is not
 * allowed, the link stays valid.
 *
 * @throws AppError `invalid` with `linkInvalid` or a problem with the password; `conflict` with `emailTaken`;
 * `forbidden` or `notFound` if the site has stopped registration since.
 */
export async function complete(
  { database }: Pick<Platform, "database">,
  { siteId, token, password }: Completion,
): Promise<{ email: string; next: string | null }> {
  const find = async (db: SiteDb) => {
    const row = await findByToken(db, siteId, token);
    if (!row)
      throw new AppError("invalid", "This link has expired or has been used. Register again.", {
        codes: ["linkInvalid"],
      });
    const site = await findSite(db, siteId);
    await assertAdmitted(db, site, { email: row.email, formId: row.form_id });
    return { ...row, siteTitle: site.title };
  };
  const { email, display_name: displayName, siteTitle } = await withSite(database, siteId, find);
  await assertUsablePassword(password, [email, displayName, siteTitle]);
  const passwordHash = await hashPassword(password);
  return withSite(database, siteId, async (db) => {
    const { next_path: next } = await find(db);
    await assertFreeEmail(db, siteId, email, null);
    const id = await insertUser(db, siteId, { email, displayName, role: DEFAULT_ROLE, passwordHash });
    await recordAudit(db, siteId, {
      action: "userCreated",
      actorId: id,
      personId: id,
      facts: { role: DEFAULT_ROLE, way: "registration" },
    });
    await deleteRequestsOf(db, siteId, email);
    return { email, next };
  });
}
