/**
 * Requires the user's own password for actions that a stranger must not be able to do in an unattended browser; wrong
 * guesses are counted.
 */
import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import { isPasswordRight } from "#platform/access/password.ts";
import { type Database, type SiteDb, withSite } from "#platform/db/database.ts";
import { countFailures, insertFailures, lockGuesses } from "#session/session.queries.ts";
import { MAX_FAILURES, SIGN_IN_WINDOW_MS } from "#session/sign-in.ts";
import { tooManyAttempts } from "#session/too-many-attempts.ts";
import { readPasswordHash } from "./account.queries.ts";

/** Key for counting wrong guesses of a person's own password. */
export const ownPasswordSubject = (userId: number) =>
  createHash("sha256").update(`password\n${userId}`).digest("base64url");

export const isBlocked = async (db: SiteDb, siteId: number, subject: string) =>
  (await countFailures(db, siteId, subject, SIGN_IN_WINDOW_MS)) >= MAX_FAILURES.accountAndAddress;

/**
 * Uses short transactions of its own, so that no connection is held while a password is hashed.
 *
 * @returns the hash of the password.
 * @throws AppError `invalid` with `currentPasswordIncorrect`; `tooManyRequests` after too many wrong guesses.
 */
export async function assertOwnPassword(
  database: Database,
  siteId: number,
  userId: number,
  password: string,
): Promise<string> {
  const subject = ownPasswordSubject(userId);
  const hash = await withSite(database, siteId, async (db) => {
    if (await isBlocked(db, siteId, subject)) throw tooManyGuesses();
    return readPasswordHash(db, siteId, userId);
  });
  if (await isPasswordRight(hash, password)) return hash;
  const wasAnswered = await withSite(database, siteId, async (db) => {
    // Concurrent guesses are checked one after the other.
    await lockGuesses(db, siteId, subject);
    if (await isBlocked(db, siteId, subject)) return false;
    await insertFailures(db, siteId, [subject]);
    return true;
  });
  if (!wasAnswered) throw tooManyGuesses();
  throw new AppError("invalid", "The current password is wrong.", { codes: ["currentPasswordIncorrect"] });
}

export const tooManyGuesses = () => tooManyAttempts("Too many wrong passwords. Try again in 15 minutes.");
