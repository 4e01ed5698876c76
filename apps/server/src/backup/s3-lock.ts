/**
 * The lock of an S3 store. S3 has no locks, and some stores do not support conditional writes. So each writer first
 * creates its own object, then lists all of them: of two concurrent writers at least one sees the other. The object is
 * renewed regularly; one that is not renewed belongs to a killed writer. Ages are measured by the store's clock.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { StoreLock } from "./backup-store.ts";

interface LockPlace {
  readonly title: string;
  put(name: string, signal: AbortSignal): Promise<void>;
  list(): AsyncIterable<{ readonly name: string; readonly ageMs: number }>;
  remove(name: string): Promise<void>;
}

/** All in ms. */
export interface LockTimes {
  readonly renewed: number;
  /** Age after which a lock object counts as abandoned. */
  readonly expired: number;
}

export const LOCK_TIMES: LockTimes = { renewed: 20_000, expired: 120_000 };

/** @throws Error with a user-facing message if another writer holds the lock. */
export async function lockPlace(place: LockPlace, times: LockTimes): Promise<StoreLock> {
  const name = `${hostname().replaceAll(/[^A-Za-z0-9-]/g, "-")}-${process.pid}-${randomUUID()}`;
  let renewedAt = Date.now();
  await place.put(name, AbortSignal.timeout(times.expired));
  try {
    await assertAlone(place, name, times);
  } catch (error) {
    await place.remove(name).catch(() => {});
    throw error;
  }
  const lost = new AbortController();
  const isExpired = () => Date.now() - renewedAt > times.expired - times.renewed;
  const timer = setInterval(async () => {
    // Also after this process or its machine was suspended.
    if (isExpired())
      return lost.abort(
        new Error(`${place.title} could not be reached for too long: another backup may have started.`),
      );
    const askedAt = Date.now();
    await place.put(name, AbortSignal.timeout(times.renewed)).then(
      () => {
        renewedAt = askedAt;
      },
      () => {},
    );
  }, times.renewed);
  timer.unref();
  return {
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      await place.remove(name).catch(() => {});
    },
  };
}

async function assertAlone(place: LockPlace, own: string, { expired }: LockTimes): Promise<void> {
  for await (const { name, ageMs } of place.list()) {
    if (name === own) continue;
    if (ageMs < expired)
      throw new Error(
        `Another backup is being written to ${place.title}, by ${name.slice(0, -37)}. Try again when it has ended; if it was killed, in ${Math.ceil((expired - ageMs) / 1000)} s.`,
      );
    await place.remove(name).catch(() => {});
  }
}
