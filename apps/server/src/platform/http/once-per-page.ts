/**
 * The calls whose answers the server writes into a page are made in the same moment for the same visitor: the session
 * is read once for all of them.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { ReadsByKey } from "#platform/reads-by-key.ts";

const page = new AsyncLocalStorage<ReadsByKey>();

/** @param makeCalls of one page, for one visitor. */
export const forOnePage = <Result>(makeCalls: () => Promise<Result>): Promise<Result> =>
  page.run(new ReadsByKey(), makeCalls);

/**
 * The result of the first `read` with this key among the calls of a page; outside of a page each call reads.
 *
 * @param key names all that the result depends on.
 */
export const oncePerPage = <Result>(key: string, read: () => Promise<Result>): Promise<Result> =>
  page.getStore()?.read(key, read) ?? read();
