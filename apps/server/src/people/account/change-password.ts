/**
 * Changes the password of the person who asks, and ends all sessions of the account but a new one for the place where it
 * was asked: who had the old password, or stole a session, is out (threat T-18).
 *
 * Wrong guesses of the current password are counted, as at sign-in, so that nobody can try many in an open browser.
 */
import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import type { SignedInUser } from "#platform/access/caller.ts";
import { hashPassword, isPasswordRight } from "#platform/access/password.ts";
import { sessionHasEnded } from "#platform/access/session-end.ts";
import { type Database, withSite } from "#platform/db/database.ts";
import { createToken, hashToken } from "#platform/http/site-and-session.ts";
import { countFailures, deleteFailures, insertFailures, insertSession, lockGuesses } from "#session/session.queries.ts";
import { MAX_FAILURES, SIGN_IN_WINDOW_MS } from "#session/sign-in.ts";
import { endSessionsOf, readPasswordHash, replacePasswordHash } from "./account.queries.ts";
import { assertUsablePassword } from "./usable-password.ts";

interface PasswordChange {
  readonly siteId: number;
  readonly siteTitle: string;
  readonly user: SignedInUser;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly newPasswordRepeated: string;
}

/**
 * Takes its own short transactions, since no connection is held while a password is hashed.
 *
 * @returns token of the new session.
 * @throws AppError `invalid` with the code of what is wrong; `tooManyRequests` after too many wrong guesses; `conflict` if
 *   another request changed the password at the same time.
 */
export async function changePassword(database: Database, change: PasswordChange): Promise<string> {
  const { siteId, user, currentPassword, newPassword } = change;
  if (newPassword.normalize("NFKC") !== change.newPasswordRepeated.normalize("NFKC"))
    throw refusal("newPasswordDoNotMatch", "The two new passwords are not the same.");

  const subject = createHash("sha256").update(`password\n${user.id}`).digest("base64url");
  const isBlocked = async (db: Parameters<typeof countFailures>[0]) =>
    (await countFailures(db, siteId, subject, SIGN_IN_WINDOW_MS)) >= MAX_FAILURES.accountAndAddress;
  const formerHash = await withSite(database, siteId, async (db) => {
    if (await isBlocked(db)) throw tooManyGuesses();
    return readPasswordHash(db, siteId, user.id);
  });

  if (!(await isPasswordRight(formerHash, currentPassword))) {
    const wasAnswered = await withSite(database, siteId, async (db) => {
      // Guesses that were made at once are judged one after the other.
      await lockGuesses(db, siteId, subject);
      if (await isBlocked(db)) return false;
      await insertFailures(db, siteId, [subject]);
      return true;
    });
    if (!wasAnswered) throw tooManyGuesses();
    throw refusal("currentPasswordIncorrect", "The current password is wrong.");
  }
  await assertUsablePassword(newPassword, [user.email, user.displayName, change.siteTitle], currentPassword);

  const newHash = await hashPassword(newPassword);
  const token = createToken(siteId);
  const endedTokens = await withSite(database, siteId, async (db) => {
    await lockGuesses(db, siteId, subject);
    if (await isBlocked(db)) throw tooManyGuesses();
    if (!(await replacePasswordHash(db, siteId, user.id, { from: formerHash, to: newHash })))
      throw new AppError(
        "conflict",
        "Your password has just been changed in another window. Sign in with the new one.",
        {
          codes: ["passwordChangedMeanwhile"],
        },
      );
    const ended = await endSessionsOf(db, siteId, user.id, null);
    await insertSession(db, siteId, { userId: user.id, tokenSha256: hashToken(token) });
    await deleteFailures(db, siteId, subject);
    return ended;
  });
  for (const hash of endedTokens) sessionHasEnded(hash);
  return token;
}

const refusal = (code: string, message: string) => new AppError("invalid", message, { codes: [code] });

const tooManyGuesses = () =>
  new AppError("tooManyRequests", "Too many wrong passwords. Try again in 15 minutes.", {
    codes: ["tooManyAttempts"],
  });
