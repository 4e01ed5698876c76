/**
 * Opens a session for a login and a password.
 *
 * A wrong login and a wrong password read and take the same (threat T-24); guesses are counted in the database, so that
 * the count survives a restart.
 */
import { createHash } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import { isPasswordRight } from "#platform/access/password.ts";
import { type Database, withSite } from "#platform/db/database.ts";
import { createToken, hashToken } from "#platform/http/site-and-session.ts";
import type { SiteUserRow } from "#user/user.table.ts";
import { countFailures, deleteFailures, findUsableUser, insertFailures, insertSession } from "./session.queries.ts";

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
  const accountSubject = subjectOf("account", login.toLowerCase(), address);
  const addressSubject = subjectOf("address", address);
  const user = await withSite(database, siteId, async (db) => {
    const isBlocked =
      (await countFailures(db, siteId, accountSubject, SIGN_IN_WINDOW_MS)) >= MOST_FAILURES.accountAndAddress ||
      (await countFailures(db, siteId, addressSubject, SIGN_IN_WINDOW_MS)) >= MOST_FAILURES.address;
    if (isBlocked) {
      throw new AppError("tooManyRequests", "Too many attempts. Please wait 15 minutes and try again.", {
        codes: ["tooManyAttempts"],
      });
    }
    return findUsableUser(db, siteId, login);
  });
  const isRight = await isPasswordRight(user?.password_hash ?? null, password);
  if (!user || !isRight) {
    await withSite(database, siteId, (db) => insertFailures(db, siteId, [accountSubject, addressSubject]));
    throw new AppError("unauthenticated", "Login or password is wrong.", { codes: ["signInFailed"] });
  }
  const token = createToken(siteId);
  await withSite(database, siteId, async (db) => {
    await insertSession(db, siteId, { userId: user.id, tokenSha256: hashToken(token) });
    await deleteFailures(db, siteId, accountSubject);
  });
  return { user, token };
}
