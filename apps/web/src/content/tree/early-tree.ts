/** Prefetches the whole tree while the scripts that show it are still loading. */
import { getTree, type Tree } from "@parfocal/core/structure/structure.contract.ts";
import { call } from "#platform/call.ts";

/** An older response is fetched again. */
const FRESH_MS = 5000;

interface EarlyTree {
  readonly tree: Promise<Tree>;
  /** In the time of `performance.now()`; null: pending. */
  arrivedAtMs: number | null;
}

let early: EarlyTree | null = null;

/** Prefetches the tree when it is likely to be needed; may be called often. */
export function askTreeEarly(): void {
  if (early && isFresh(early)) return;
  const request: EarlyTree = { tree: call(getTree), arrivedAtMs: null };
  early = request;
  request.tree.then(
    () => {
      request.arrivedAtMs = performance.now();
    },
    () => {
      // The caller fetches it again, and receives the error.
      if (early === request) early = null;
    },
  );
}

/** Returns the prefetched tree once, otherwise the current one. @throws AppError */
export async function wholeTree(): Promise<Tree> {
  const taken = early;
  early = null;
  if (!taken || !isFresh(taken)) return call(getTree);
  // A failed prefetch is retried, because the retry may succeed.
  return taken.tree.catch(() => call(getTree));
}

const isFresh = ({ arrivedAtMs }: EarlyTree): boolean =>
  arrivedAtMs === null || performance.now() - arrivedAtMs < FRESH_MS;
