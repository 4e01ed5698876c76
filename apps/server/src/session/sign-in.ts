/**
 * Opens a session for a login and a password.
 *
 * A wrong login and a wrong password read and take the same (threat T-24); guesses are counted in the database, so that
 * the count survives a restart.
 */
import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import { isPasswordRight } from "#platform/access/password.ts";
import { type Database, type SiteDb, withSite } from "#platform/db/database.ts";
import { createToken, hashToken } from "#platform/http/site-and-session.ts";
import { findUsableUser } from "#user/user.queries.ts";
import type { SiteUserRow } from "#user/user.table.ts";
import { countFailures, deleteFailures, insertFailures, insertSession, lockGuesses } from "./session.queries.ts";

export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000;
/** Wrong guesses in one window, before sign-in has to wait: for one account from one address, and for one address (a lecture hall shares one). */
export const MOST_FAILURES = { accountAndAddress: 10, address: 200 } as const;

const subjectOf = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

interface Attempt {
  readonly siteId: number;
  readonly login: string;
  readonly password: string;
  /** Network address that the request came from. */
  readonly address: string;
}

/**
 * Takes its own short transactions: no connection is held while the password is hashed, and a failure is counted
 * although the call fails.
 *
 * @throws AppError `unauthenticated` if login and password do not fit; `tooManyRequests` after too many guesses.
 */
export async function signIn(
  database: Database,
  { siteId, login, password, address }: Attempt,
): Promise<{ user: SiteUserRow; token: string }> {
  const subjects = {
    account: subjectOf("account", login.toLowerCase(), address),
    address: subjectOf("address", address),
  };
  const user = await withSite(database, siteId, async (db) => {
    if (await isBlocked(db, siteId, subjects)) throw tooManyAttempts();
    return findUsableUser(db, siteId, login);
  });
  const isRight = await isPasswordRight(user?.password_hash ?? null, password);
  const token = createToken(siteId);
  const verdict = await withSite(database, siteId, async (db) => {
    // Guesses that were made at once are judged one after the other: no more are answered than are allowed.
    await lockGuesses(db, siteId, subjects.account);
    if (await isBlocked(db, siteId, subjects)) return "blocked";
    if (!user || !isRight) {
      await insertFailures(db, siteId, Object.values(subjects));
      return "wrong";
    }
    await insertSession(db, siteId, { userId: user.id, tokenSha256: hashToken(token) });
    await deleteFailures(db, siteId, subjects.account);
    return "right";
  });
  if (verdict === "blocked") throw tooManyAttempts();
  if (!user || verdict === "wrong") {
    throw new AppError("unauthenticated", "Login or password is wrong.", { codes: ["signInFailed"] });
  }
  return { user, token };
}

/** What guesses are counted under. */
interface GuessSubjects {
  readonly account: string;
  readonly address: string;
}

async function isBlocked(db: SiteDb, siteId: number, { account, address }: GuessSubjects): Promise<boolean> {
  return (
    (await countFailures(db, siteId, account, SIGN_IN_WINDOW_MS)) >= MOST_FAILURES.accountAndAddress ||
    (await countFailures(db, siteId, address, SIGN_IN_WINDOW_MS)) >= MOST_FAILURES.address
  );
}

const tooManyAttempts = () =>
  new AppError("tooManyRequests", "Too many attempts. Please wait 15 minutes and try again.", {
    codes: ["tooManyAttempts"],
  });
