/**
 * Rate limit for images, per session and per address. Users who read slides never reach it; programs that fetch whole
 * slides as fast as possible do, and it keeps the server responsive for others. Decision 0044 contains the calculation.
 *
 * Each process counts separately, in memory: a tile costs no database query.
 */
import { AppError } from "@parfocal/core/errors.ts";

/** A burst may contain as many images as this many seconds allow. */
const BURST_S = 10;
/** An address has this many times the budget of a session, since a class of 60 may share one address. */
const SESSIONS_OF_ADDRESS = 10;
/** Above this number, the entries that have been idle longest are removed. */
const COUNTED_MAX = 20_000;

interface Bucket {
  /** Images that could be requested at `atMs`. */
  left: number;
  atMs: number;
}

export interface PictureBudget {
  /**
   * Takes one image from the budgets of the session and the address.
   *
   * @param session token; null: not signed in, so only the budget of the address applies.
   * @param nowMs on any monotonic clock.
   * @throws AppError `tooManyRequests` if one of the budgets is used up.
   */
  take(session: string | null, address: string, nowMs: number): void;
}

/** Shared: creating an error with its stack trace takes a tenth of the time of a tile. */
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

  /** Removes full buckets, which hold no information; if there are none, removes the older half. */
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
