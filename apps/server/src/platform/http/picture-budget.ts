/**
 * How many pictures a session and an address may ask for. A reader never meets it; a program that fetches whole slides as
 * fast as it can does, so that others are served too. Decision 0044 has the arithmetic.
 *
 * Each process counts by itself, in memory: a tile costs no question to the database.
 */
import { AppError } from "@parfocal/core/errors.ts";

/** So many seconds' worth of pictures can be asked for at once. */
const BURST_S = 10;
/** An address has so many times the budget of a session: a class of 60 shares one. */
const SESSIONS_OF_ADDRESS = 10;
/** Beyond that those that have been idle longest are forgotten. */
const COUNTED_MAX = 20_000;

interface Bucket {
  /** Pictures that may be asked for at `atMs`. */
  left: number;
  atMs: number;
}

export interface PictureBudget {
  /**
   * Takes one picture from both budgets.
   *
   * @param session token; null: nobody is signed in, and the address alone counts.
   * @param nowMs on any clock that does not go back.
   * @throws AppError `tooManyRequests` if one of them is spent.
   */
  take(session: string | null, address: string, nowMs: number): void;
}

/** One for all: an error of its own, with its stack, costs a tenth of a tile. */
const SPENT = new AppError("tooManyRequests", "Too many image requests at once. Try again in a second.", {
  codes: ["pictureBudget"],
});

/** @param perSecond pictures of one session, lastingly; 0: as many as it likes. */
export function createPictureBudget(perSecond: number): PictureBudget {
  if (perSecond === 0) return { take: () => {} };
  const sessions = createBuckets(perSecond);
  const addresses = createBuckets(perSecond * SESSIONS_OF_ADDRESS);
  return {
    take(session, address, nowMs) {
      const isLeft = addresses.take(address, nowMs) && (session === null || sessions.take(session, nowMs));
      if (!isLeft) throw SPENT;
    },
  };
}

function createBuckets(perSecond: number): { take(key: string, nowMs: number): boolean } {
  const most = perSecond * BURST_S;
  const perMs = perSecond / 1000;
  const buckets = new Map<string, Bucket>();

  function add(key: string, nowMs: number): Bucket {
    if (buckets.size >= COUNTED_MAX) forgetSome(nowMs);
    const bucket = { left: most, atMs: nowMs };
    buckets.set(key, bucket);
    return bucket;
  }

  /** Those that are full again say nothing; if there are none, the half that came first goes. */
  function forgetSome(nowMs: number): void {
    for (const [key, { left, atMs }] of buckets) if (left + (nowMs - atMs) * perMs >= most) buckets.delete(key);
    if (buckets.size < COUNTED_MAX) return;
    for (const key of buckets.keys()) {
      if (buckets.size <= COUNTED_MAX / 2) break;
      buckets.delete(key);
    }
  }

  return {
    take(key, nowMs) {
      const bucket = buckets.get(key) ?? add(key, nowMs);
      bucket.left = Math.min(most, bucket.left + (nowMs - bucket.atMs) * perMs);
      bucket.atMs = nowMs;
      if (bucket.left < 1) return false;
      bucket.left -= 1;
      return true;
    },
  };
}
