/**
 * Resets a forgotten password. A request does the same work whether the account exists or not: it is stored, and a job
 * looks up the account later (threat T-24).
 */

import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import { offeredLanguageFor } from "@parfocal/core/session/preferences.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { MailLanguage } from "#mail/mail-content.ts";
import { noteUnsendableMail, writeMail } from "#mail/write-mail.ts";
import { hashPassword } from "#platform/access/password.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { networkOf } from "#platform/http/network-of.ts";
import type { RequestSite } from "#platform/http/site-and-session.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { countFailures, insertFailures, lockGuesses } from "#session/session.queries.ts";
import { tooManyAttempts } from "#session/too-many-attempts.ts";
import { findUsableUser } from "#user/user.queries.ts";
import { endSessionsOf } from "./account.queries.ts";
import {
  deleteLinks,
  findLinkedAccount,
  insertLink,
  insertResetRequest,
  type LinkedAccount,
  takeResetRequest,
} from "./account-link.queries.ts";
import { accountMail, languageOfMails } from "./account-mails.ts";
import { assertSamePasswords } from "./change-password.ts";
import { changeUserRow } from "./managed-user.queries.ts";
import { assertUsablePassword } from "./usable-password.ts";

export const RESET_PASSWORD = "resetPassword";

const MINUTE_MS = 60_000;
/**
 * Above the limit for one email address, further requests write nothing; above the limit for one network, they are
 * rejected.
 */
export const MAX_RESET_REQUESTS = {
  email: { count: 3, windowMs: 60 * MINUTE_MS },
  network: { count: 20, windowMs: 15 * MINUTE_MS },
} as const;

const subjectOf = (...parts: string[]) =>
  createHash("sha256")
    .update(["reset", ...parts].join("\n"))
    .digest("base64url");

interface ResetRequest {
  readonly email: string;
  /** Network address that the request came from. */
  readonly address: string;
  readonly linkOrigin: string | null;
  readonly language: MailLanguage;
}

/** Call `jobs.wake()` after the commit. @throws AppError `tooManyRequests` for too many requests from one network. */
export async function requestReset(
  db: SiteDb,
  siteId: number,
  { email, address, linkOrigin, language }: ResetRequest,
  { jobs }: Pick<Platform, "jobs">,
): Promise<void> {
  const byEmail = subjectOf("email", email.toLowerCase());
  const byNetwork = subjectOf("network", networkOf(address));
  await lockGuesses(db, siteId, byNetwork);
  await lockGuesses(db, siteId, byEmail);
  const { network, email: ofEmail } = MAX_RESET_REQUESTS;
  if ((await countFailures(db, siteId, byNetwork, network.windowMs)) >= network.count)
    throw tooManyAttempts("Too many requests. Try again in 15 minutes.");
  const isFull = (await countFailures(db, siteId, byEmail, ofEmail.windowMs)) >= ofEmail.count;
  await insertFailures(db, siteId, isFull ? [byNetwork] : [byNetwork, byEmail]);
  if (isFull) return;
  const id = await insertResetRequest(db, siteId, { email, linkOrigin, language });
  await jobs.add(db, siteId, { kind: RESET_PASSWORD, subjectId: id, isQuiet: true });
}

export function accountJobHandlers(platform: Platform): Record<string, JobHandler> {
  return { [RESET_PASSWORD]: (context) => answerResetRequest(platform, context) };
}

/** One transaction: after a kill there is either the request, or the link with its email. */
async function answerResetRequest(platform: Platform, { siteId, subjectId }: JobContext): Promise<void> {
  await withSite(platform.database, siteId, async (db) => {
    const request = await takeResetRequest(db, siteId, subjectId);
    const user = request && (await findUsableUser(db, siteId, request.email));
    if (!request || !user) return;
    const to = { name: user.display_name, address: user.email };
    const { title: siteTitle, languages } = await db
      .selectFrom("site")
      .select(["title", "languages"])
      .where("id", "=", siteId)
      .executeTakeFirstOrThrow();
    const language = offeredLanguageFor([user.language, request.language], languages);
    const facts = { name: user.display_name, siteTitle };
    if (request.link_origin === null) {
      const { subject } = accountMail("resetPassword", language, facts);
      await noteUnsendableMail(db, siteId, { to, subject });
      return;
    }
    const token = await insertLink(db, siteId, { userId: user.id, kind: "resetPassword" });
    const url = `${request.link_origin}/s${siteId}/reset?token=${token}`;
    const sentences = accountMail("resetPassword", language, { ...facts, url });
    await writeMail(db, siteId, { to, language, sentences }, platform);
  });
  platform.jobs.wake();
}

interface Reset {
  readonly siteId: number;
  readonly site: Pick<RequestSite, "title" | "languages">;
  readonly token: string;
  readonly newPassword: string;
  readonly newPasswordRepeated: string;
  readonly acceptLanguage: string | undefined;
}

/**
 * Uses short transactions of its own, so that no connection is held while a password is hashed. If the password is not
 * allowed, the link stays valid.
 *
 * @returns the account's email address.
 * @throws AppError `invalid` with the code of the problem.
 */
export async function completeReset(platform: Platform, reset: Reset): Promise<string> {
  const { database } = platform;
  const { siteId, site, token, newPassword } = reset;
  const { title: siteTitle } = site;
  assertSamePasswords(newPassword, reset.newPasswordRepeated);
  const find = async (db: SiteDb): Promise<LinkedAccount> => {
    const account = await findLinkedAccount(db, siteId, { kind: "resetPassword", token });
    if (!account) throw linkInvalid();
    return account;
  };
  const { userId, email, displayName, userName } = await withSite(database, siteId, find);
  await assertUsablePassword(newPassword, [email, displayName, userName ?? "", siteTitle]);
  const passwordHash = await hashPassword(newPassword);
  const ended = await withSite(database, siteId, async (db) => {
    const account = await find(db);
    await deleteLinks(db, siteId, account.userId, null);
    await changeUserRow(db, siteId, account.userId, { passwordHash });
    await recordAudit(db, siteId, { action: "passwordReset", actorId: account.userId, personId: account.userId });
    const language = languageOfMails(site, account.language, reset.acceptLanguage);
    const sentences = accountMail("passwordChanged", language, { name: account.displayName, siteTitle });
    await writeMail(
      db,
      siteId,
      { to: { name: account.displayName, address: account.email }, language, sentences },
      platform,
    );
    return endSessionsOf(db, siteId, account.userId, null);
  });
  platform.jobs.wake();
  sessionsHaveEnded(platform, ended, { siteId, userId, reason: "passwordReset" });
  return email;
}

export const linkInvalid = () =>
  new AppError("invalid", "This link has expired or has been used. Request a new one.", { codes: ["linkInvalid"] });
