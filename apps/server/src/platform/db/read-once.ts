/** What a call that only reads needs in several places, and reads once: nothing that it reads can change in between. */
import { ReadsByKey } from "#platform/reads-by-key.ts";
import type { SiteDb } from "./database.ts";

const readIn = new WeakMap<SiteDb, ReadsByKey>();

/** For the transaction of a call that changes nothing. */
export function beginReadingOnce(db: SiteDb): void {
  readIn.set(db, new ReadsByKey());
}

/**
 * The result of the first `read` with this key in the transaction, which callers share and must not change. In other
 * transactions each call reads.
 *
 * @param keyOf names what is read and all that it depends on; not called in other transactions.
 */
export function readOnce<Result>(db: SiteDb, keyOf: () => string, read: () => Promise<Result>): Promise<Result> {
  return readIn.get(db)?.read(keyOf(), read) ?? read();
}
