/**
 * The access code of a quiz. The response to a correct code is a pass for starting an attempt; wrong codes are counted
 * as those of invite codes, although the call fails (reliability.md, T-07, D-6).
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import {
  ADDRESS_GUESS_WINDOW_MS,
  ADDRESS_GUESSES_MAX,
  USER_GUESS_WINDOW_MS,
  USER_GUESSES_MAX,
} from "@parfocal/core/invite/invite-limits.ts";
import { openCode, sealCode } from "#invite/code-secrets.ts";
import { readSealKeys, type SealKeys } from "#platform/access/seal-keys.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { networkOf } from "#platform/http/network-of.ts";
import type { Platform } from "#platform/platform.ts";
import { countFailures, insertFailures, lockGuesses } from "#session/session.queries.ts";
import { tooManyAttempts } from "#session/too-many-attempts.ts";
import { findAccess } from "./quiz-access.queries.ts";

/** A pass is valid in the time window of its creation and in the next one. */
const PASS_WINDOW_MS = 10 * 60 * 1000;

type Keys = Pick<Platform, "nonceKey">;

const spaceOf = (siteId: number, keys: SealKeys) => ({ kind: "quiz access code", siteId, keys }) as const;

/** @param code empty: none. */
export const sealAccessCode = (code: string, siteId: number, keys: SealKeys): Buffer | null =>
  code === "" ? null : sealCode(code, spaceOf(siteId, keys));

/** @returns empty: none. */
export const openAccessCode = (sealed: Buffer | null, siteId: number, keys: SealKeys): string =>
  sealed === null ? "" : openCode(sealed, spaceOf(siteId, keys));

const sha256 = (text: string) => createHash("sha256").update(text).digest();

const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

interface PassOf {
  readonly siteId: number;
  readonly quizId: number;
  readonly userId: number;
  /** The current code: passes of a previous code are invalid. */
  readonly code: string;
}

const passIn = ({ siteId, quizId, userId, code }: PassOf, { nonceKey }: Keys, window: number): string =>
  createHmac("sha256", nonceKey)
    .update(["quiz pass", siteId, quizId, userId, code.toLowerCase(), window].join("\n"))
    .digest("base64url");

/** @param now ms since the epoch. */
export function isPassRight(pass: string | undefined, of: PassOf, keys: Keys, now: number): boolean {
  const window = Math.floor(now / PASS_WINDOW_MS);
  return pass !== undefined && [window, window - 1].some((one) => isSame(pass, passIn(of, keys, one)));
}

interface Guess {
  readonly siteId: number;
  readonly quizId: number;
  readonly userId: number;
  /** As entered. */
  readonly code: string;
  /** Network address that the request came from. */
  readonly address: string;
  /** ms since the epoch. */
  readonly now: number;
}

const subjectOf = (...parts: string[]) => sha256(["quiz code", ...parts].join("\n")).toString("base64url");

/**
 * Uses a transaction of its own, so that a wrong code is counted although the call fails.
 *
 * @throws AppError `invalid` for a wrong code; `tooManyRequests` after too many of them.
 */
export async function exchangeCode(
  platform: Pick<Platform, "database" | "nonceKey">,
  { siteId, quizId, userId, code: given, address, now }: Guess,
): Promise<string> {
  const user = subjectOf("user", String(userId));
  const place = subjectOf("address", networkOf(address));
  const pass = await withSite(platform.database, siteId, async (db) => {
    await lockGuesses(db, siteId, user);
    await assertMayGuess(db, siteId, { user, place });
    const access = await findAccess(db, siteId, quizId);
    const code = openAccessCode(access?.sealedCode ?? null, siteId, await readSealKeys(db));
    if (code === "" || isSame(code.toLowerCase(), given.toLowerCase()))
      return passIn({ siteId, quizId, userId, code }, platform, Math.floor(now / PASS_WINDOW_MS));
    await lockGuesses(db, siteId, place);
    await assertMayGuess(db, siteId, { user, place });
    await insertFailures(db, siteId, [user, place]);
    return null;
  });
  if (pass === null)
    throw new AppError("invalid", "This access code does not work. Check it, or ask the person in charge.", {
      codes: ["accessCodeWrong"],
    });
  return pass;
}

/** A lecture hall shares one address, so only its wrong codes are limited. @throws AppError `tooManyRequests` */
async function assertMayGuess(
  db: SiteDb,
  siteId: number,
  { user, place }: { user: string; place: string },
): Promise<void> {
  if ((await countFailures(db, siteId, user, USER_GUESS_WINDOW_MS)) >= USER_GUESSES_MAX)
    throw tooManyAttempts("Too many wrong codes. Try again in 15 minutes.");
  if ((await countFailures(db, siteId, place, ADDRESS_GUESS_WINDOW_MS)) >= HALL_GUESSES_MAX)
    throw tooManyAttempts("Too many wrong codes from this network. Try again in an hour.");
}

/** In a lecture hall, many people with the same address mistype the code. */
const HALL_GUESSES_MAX = 10 * ADDRESS_GUESSES_MAX;
