/**
 * Opens a session for a login and a password.
 *
 * A wrong login and a wrong password get the same response after the same time (threat T-24); guesses are counted in
 * the database, so that the count survives a restart.
 */
import { createHash } from "node:crypto";
import { roleHas } from "@parfocal/core/access/capabilities.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { isPasswordRight } from "#platform/access/password.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import { announce } from "#platform/db/announcements.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { networkOf } from "#platform/http/network-of.ts";
import { createToken, hashToken, mayKeepSession } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { aboutPerson, type SignInWay } from "#platform/security-log.ts";
import { checkCode, isAppCode } from "#second-factor/check-code.ts";
import { findUserToSignIn } from "#user/user.queries.ts";
import type { SiteUserRow } from "#user/user.table.ts";
import { createDeviceToken, findKnownDevice } from "./known-device.ts";
import {
  countFailures,
  deleteFailures,
  deleteSessionOf,
  insertFailures,
  insertSession,
  lockGuesses,
} from "./session.queries.ts";
import { tooManyAttempts } from "./too-many-attempts.ts";

export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000;
const ACCOUNT_WINDOW_MS = 60 * 60 * 1000;
/**
 * Limits for wrong guesses within `SIGN_IN_WINDOW_MS`: for one account from one address, and for one address (a lecture
 * hall shares one); on a device on which the account has signed in before, only for that device. And within
 * `ACCOUNT_WINDOW_MS` for one account from all other devices together, so that many addresses do not allow more
 * guesses. Decision 0044.
 */
export const MAX_FAILURES = { accountAndAddress: 10, address: 200, device: 10, account: 50 } as const;

const subjectOf = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

interface Attempt {
  readonly siteId: number;
  readonly login: string;
  readonly password: string;
  readonly staySignedIn: boolean;
  /** Code of the second factor; undefined: none was entered. */
  readonly code: string | undefined;
  /** User agent of the browser. */
  readonly userAgent: string;
  /** Network address that the request came from. */
  readonly address: string;
  /** Cookie of the device; undefined: nobody has signed in on it. */
  readonly deviceToken: string | undefined;
  /** Session of the request, which the new one replaces; null: none. */
  readonly formerToken: { readonly siteId: number; readonly token: string } | null;
}

interface SignedIn {
  readonly user: SiteUserRow;
  readonly way: SignInWay;
  readonly token: string;
  /** Whether the session persists after the browser is closed. */
  readonly isKept: boolean;
  /** Marks the device as known for this account. */
  readonly deviceToken: string;
}

type SignInPlatform = Pick<Platform, "reserve" | "nonceKey" | "securityLog">;

/**
 * Uses short transactions of its own, on reserved connections: no connection is held while the password is hashed, and
 * a failure is counted although the call fails.
 *
 * @throws AppError `unauthenticated` if login and password do not match; `tooManyRequests` after too many guesses.
 */
export async function signIn(
  { reserve: database, nonceKey, securityLog }: SignInPlatform,
  { siteId, login, password, code, staySignedIn, userAgent, address, deviceToken, formerToken }: Attempt,
): Promise<SignedIn> {
  const { user, limits } = await withSite(database, siteId, async (db) => {
    const user = await findUserToSignIn(db, siteId, login);
    // Guesses with the user name and with the email address of an account count together.
    const account = user?.email ?? login;
    const device = user && findKnownDevice(deviceToken, { siteId, userId: user.id }, nonceKey, Date.now());
    const limits = device ? limitsOfDevice(account, device) : limitsOfStranger(account, networkOf(address));
    await assertNotBlocked(db, { siteId, user }, limits);
    return { user, limits };
  });
  const isRight = await isPasswordRight(user?.password_hash ?? null, password);
  const token = createToken(siteId);
  const isKept = user !== undefined && staySignedIn && mayKeepSession(user.role);
  const verdict = await withSite(database, siteId, async (db) => {
    // Concurrent guesses are checked one after the other, so that the limit cannot be exceeded.
    await lockGuesses(db, siteId, limits.lock);
    await assertNotBlocked(db, { siteId, user }, limits);
    if (!user || !isRight) {
      await insertFailures(
        db,
        siteId,
        limits.counted.map(({ subject }) => subject),
      );
      return "wrong";
    }
    const codeVerdict = await checkGuessedCode(db, { siteId, userId: user.id }, code);
    if (codeVerdict === "missing" || codeVerdict === "wrongCode") return codeVerdict;
    await insertSession(db, siteId, { userId: user.id, tokenSha256: hashToken(token), userAgent, isKept });
    await deleteFailures(db, siteId, limits.forgotten);
    await recordSignIn(db, siteId, user);
    return codeVerdict;
  });
  if (!user || verdict === "wrong") {
    const failure = new AppError("unauthenticated", "Incorrect username or password.", { codes: ["signInFailed"] });
    throw user ? aboutPerson(failure, user.id) : failure;
  }
  if (verdict === "missing" || verdict === "wrongCode") throw aboutPerson(CODE_FAILURES[verdict](), user.id);
  if (formerToken) await endFormerSession({ reserve: database, securityLog }, formerToken);
  const way = verdict === "off" ? "password" : isAppCode(code ?? "") ? "passwordAndCode" : "passwordAndRecoveryCode";
  return {
    user,
    way,
    token,
    isKept,
    deviceToken: createDeviceToken({ siteId, userId: user.id }, nonceKey, Date.now()),
  };
}

const CODE_FAILURES = {
  missing: () =>
    new AppError("unauthenticated", "Enter the code from your authenticator app.", { codes: ["secondFactorNeeded"] }),
  wrongCode: () =>
    new AppError("unauthenticated", "The code is wrong or has been used.", { codes: ["secondFactorWrong"] }),
} as const;

/** Only for users who manage people. */
export async function recordSignIn(db: SiteDb, siteId: number, user: Pick<SiteUserRow, "id" | "role">): Promise<void> {
  if (roleHas(user.role, "managePeople"))
    await recordAudit(db, siteId, { action: "administratorSignedIn", actorId: user.id, personId: user.id });
}

/**
 * Limit for wrong codes of one account within `ACCOUNT_WINDOW_MS`: anyone who can guess codes already knows the
 * password.
 */
export const MAX_WRONG_CODES = 10;

async function checkGuessedCode(
  db: SiteDb,
  owner: Parameters<typeof checkCode>[1],
  code: string | undefined,
): Promise<"off" | "right" | "missing" | "wrongCode"> {
  const subject = subjectOf("second factor", String(owner.userId));
  if (code !== undefined) {
    await lockGuesses(db, owner.siteId, subject);
    if ((await countFailures(db, owner.siteId, subject, ACCOUNT_WINDOW_MS)) >= MAX_WRONG_CODES)
      throw aboutPerson(tooManyCodes(), owner.userId);
  }
  const verdict = await checkCode(db, owner, code);
  if (verdict === "missing") return "missing";
  if (verdict === "wrong") {
    await insertFailures(db, owner.siteId, [subject]);
    return "wrongCode";
  }
  await deleteFailures(db, owner.siteId, subject);
  return verdict;
}

const tooManyCodes = () =>
  new AppError("tooManyRequests", "Too many wrong codes. Try again in an hour.", { codes: ["tooManyCodes"] });

/** Ends the session whose cookie is about to be replaced; otherwise no page could sign out of it. */
export async function endFormerSession(
  platform: Pick<Platform, "reserve" | "securityLog">,
  { siteId, token }: { readonly siteId: number; readonly token: string },
): Promise<void> {
  const hash = hashToken(token);
  const isEnded = await withSite(platform.reserve, siteId, async (db) => {
    const wasOpen = await deleteSessionOf(db, siteId, hash);
    if (wasOpen) await announce(db, "sessionEnded", hash.toString("hex"));
    return wasOpen;
  });
  if (isEnded) sessionsHaveEnded(platform, [hash.toString("hex")], { siteId, userId: null, reason: "replaced" });
}

interface Count {
  readonly subject: string;
  readonly most: number;
  readonly windowMs: number;
  readonly refuse: () => AppError;
}

interface Limits {
  /** Keys for counting wrong guesses. */
  readonly counted: readonly Count[];
  /** Guesses with this key are checked one after the other. */
  readonly lock: string;
  /** Keys whose counts a correct password resets. */
  readonly forgotten: string;
}

function limitsOfStranger(name: string, network: string): Limits {
  const account = subjectOf("account", name.toLowerCase());
  const place = subjectOf("account", name.toLowerCase(), network);
  return {
    counted: [
      count(place, MAX_FAILURES.accountAndAddress),
      count(subjectOf("address", network), MAX_FAILURES.address),
      { subject: account, most: MAX_FAILURES.account, windowMs: ACCOUNT_WINDOW_MS, refuse: tooManyOfStrangers },
    ],
    lock: account,
    forgotten: place,
  };
}

function limitsOfDevice(name: string, device: string): Limits {
  const subject = subjectOf("device", name.toLowerCase(), device);
  return { counted: [count(subject, MAX_FAILURES.device)], lock: subject, forgotten: subject };
}

const count = (subject: string, most: number): Count => ({
  subject,
  most,
  windowMs: SIGN_IN_WINDOW_MS,
  refuse: tooManyFailures,
});

/** @throws AppError `tooManyRequests` if any limit is reached. */
async function assertNotBlocked(
  db: SiteDb,
  { siteId, user }: { readonly siteId: number; readonly user: SiteUserRow | undefined },
  { counted }: Limits,
): Promise<void> {
  for (const { subject, most, windowMs, refuse } of counted)
    if ((await countFailures(db, siteId, subject, windowMs)) >= most)
      throw user ? aboutPerson(refuse(), user.id) : refuse();
}

const tooManyFailures = () => tooManyAttempts("Too many attempts. Try again in 15 minutes.");

const tooManyOfStrangers = () =>
  new AppError(
    "tooManyRequests",
    "Too many attempts for this account. Wait an hour, or sign in on a device where you have signed in before.",
    { codes: ["tooManyAttempts", "unknownDevice"] },
  );
