/**
 * The calls whose answers the server writes into a page are made in the same moment for the same visitor: the session
 * is read once for all of them.
 */
import { AsyncLocalStorage } from "node:async_hooks";

const page = new AsyncLocalStorage<Map<string, Promise<unknown>>>();

/** @param makeCalls of one page, for one visitor. */
export const forOnePage = <Result>(makeCalls: () => Promise<Result>): Promise<Result> => page.run(new Map(), makeCalls);

/**
 * The result of the first `read` with this key among the calls of a page; outside of a page each call reads.
 *
 * @param key names all that the result depends on.
 */
export function oncePerPage<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
  const known = page.getStore();
  if (known === undefined) return read();
  const result = (known.get(key) as Promise<Result> | undefined) ?? read();
  known.set(key, result);
  return result;
}
