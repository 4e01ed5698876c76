/** What a call that only reads needs in several places, and reads once: nothing that it reads can change in between. */
import type { SiteDb } from "./database.ts";

const readIn = new WeakMap<SiteDb, Map<string, Promise<unknown>>>();

/** For the transaction of a call that changes nothing. */
export function beginReadingOnce(db: SiteDb): void {
  readIn.set(db, new Map());
}

/**
 * The result of the first `read` with this key in the transaction, which callers share and must not change. In other
 * transactions each call reads.
 *
 * @param key names what is read and all that it depends on.
 */
export function readOnce<Result>(db: SiteDb, key: string, read: () => Promise<Result>): Promise<Result> {
  const known = readIn.get(db);
  if (known === undefined) return read();
  const result = (known.get(key) as Promise<Result> | undefined) ?? read();
  known.set(key, result);
  return result;
}
