/**
 * Changes the user's own password, and ends all sessions of the account except a new one for this browser: anyone who
 * had the old password or a stolen session is signed out (threat T-18).
 *
 * Wrong guesses of the current password are counted, as at sign-in, so that they are limited in an unattended browser
 * too.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { MailLanguage } from "#mail/mail-content.ts";
import { writeMail } from "#mail/write-mail.ts";
import type { SignedInUser } from "#platform/access/caller.ts";
import { hashPassword } from "#platform/access/password.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import { withSite } from "#platform/db/database.ts";
import { createToken, hashToken } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteFailures, findSessionFacts, insertSession, lockGuesses } from "#session/session.queries.ts";
import { endSessionsOf, readPreferences, replacePasswordHash } from "./account.queries.ts";
import { deleteLinks } from "./account-link.queries.ts";
import { accountMail } from "./account-mails.ts";
import { assertOwnPassword, isBlocked, ownPasswordSubject, tooManyGuesses } from "./own-password.ts";
import { assertUsablePassword } from "./usable-password.ts";

interface PasswordChange {
  readonly siteId: number;
  readonly siteTitle: string;
  readonly user: SignedInUser;
  /** Language of the email about it. */
  readonly language: MailLanguage;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly newPasswordRepeated: string;
}

/**
 * Uses short transactions of its own, so that no connection is held while a password is hashed.
 *
 * @returns token of the new session, and whether it persists after the browser is closed.
 * @throws AppError `invalid` with the code of the problem; `tooManyRequests` after too many wrong guesses; `conflict`
 * if another request changed the password at the same time.
 */
export async function changePassword(
  platform: Platform,
  change: PasswordChange,
): Promise<{ readonly token: string; readonly isKept: boolean }> {
  const { database } = platform;
  const { siteId, siteTitle, user, language, currentPassword, newPassword } = change;
  assertSamePasswords(newPassword, change.newPasswordRepeated);
  const formerHash = await assertOwnPassword(database, siteId, user.id, currentPassword);
  const { userName } = await withSite(database, siteId, (db) => readPreferences(db, siteId, user.id));
  const obviousWords = [user.email, user.displayName, userName ?? "", siteTitle];
  await assertUsablePassword(newPassword, obviousWords, currentPassword);

  const newHash = await hashPassword(newPassword);
  const token = createToken(siteId);
  const subject = ownPasswordSubject(user.id);
  const { endedTokens, isKept } = await withSite(database, siteId, async (db) => {
    await lockGuesses(db, siteId, subject);
    if (await isBlocked(db, siteId, subject)) throw tooManyGuesses();
    if (!(await replacePasswordHash(db, siteId, user.id, { from: formerHash, to: newHash })))
      throw new AppError(
        "conflict",
        "Your password has just been changed in another window. Sign in with the new one.",
        {
          codes: ["passwordChangedMeanwhile"],
        },
      );
    const session = await findSessionFacts(db, siteId, user.sessionId);
    const ended = await endSessionsOf(db, siteId, user.id, null);
    await insertSession(db, siteId, { userId: user.id, tokenSha256: hashToken(token), ...session });
    await deleteLinks(db, siteId, user.id, null);
    await recordAudit(db, siteId, { action: "passwordChanged", actorId: user.id, personId: user.id });
    await deleteFailures(db, siteId, subject);
    const sentences = accountMail("passwordChanged", language, { name: user.displayName, siteTitle });
    await writeMail(db, siteId, { to: { name: user.displayName, address: user.email }, language, sentences }, platform);
    return { endedTokens: ended, isKept: session.isKept };
  });
  platform.jobs.wake();
  sessionsHaveEnded(platform, endedTokens, { siteId, userId: user.id, reason: "passwordChanged" });
  return { token, isKept };
}

/** @throws AppError `invalid` with `newPasswordDoNotMatch`. */
export function assertSamePasswords(password: string, repeated: string): void {
  if (password.normalize("NFKC") !== repeated.normalize("NFKC"))
    throw new AppError("invalid", "The two new passwords are not the same.", { codes: ["newPasswordDoNotMatch"] });
}
