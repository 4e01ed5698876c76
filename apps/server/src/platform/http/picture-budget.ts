/**
 * Rate limit for images, per session and per address. Readers never reach it; programs that fetch whole slides as fast
 * as possible do, so that others are served too. Decision 0044 has the arithmetic.
 *
 * Each process counts separately, in memory: a tile costs no database query.
 */
import { AppError } from "@parfocal/core/errors.ts";

/** Images of this many seconds can be requested in one burst. */
const BURST_S = 10;
/** An address has so many times the budget of a session: a class of 60 shares one. */
const SESSIONS_OF_ADDRESS = 10;
/** Beyond that those that have been idle longest are forgotten. */
const COUNTED_MAX = 20_000;

interface Bucket {
  /** Images that may be requested at `atMs`. */
  left: number;
  atMs: number;
}

export interface PictureBudget {
  /**
   * Takes one image from both budgets.
   *
   * @param session token; null: not signed in, only the address counts.
   * @param nowMs on any monotonic clock.
   * @throws AppError `tooManyRequests` if one of them is spent.
   */
  take(session: string | null, address: string, nowMs: number): void;
}

/** One for all: an error of its own, with its stack, costs a tenth of a tile. */
const SPENT = new AppError("tooManyRequests", "Too many image requests at once. Try again in a second.", {
  codes: ["pictureBudget"],
});

/** @param perSecond sustained images per second of one session; 0: unlimited. */
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
