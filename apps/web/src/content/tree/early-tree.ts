/** The whole tree, fetched while the scripts that show it are still being loaded. */
import { getTree, type Tree } from "@parfocal/core/structure/structure.contract.ts";
import { call } from "#platform/call.ts";

/** An older answer is fetched again. */
const FRESH_MS = 5000;

interface EarlyTree {
  readonly tree: Promise<Tree>;
  /** As of `performance.now()`; null: on its way. */
  arrivedAtMs: number | null;
}

let early: EarlyTree | null = null;

/** Prefetches the tree when it is likely to be needed; may be called often. */
export function askTreeEarly(): void {
  if (early && isFresh(early)) return;
  const asked: EarlyTree = { tree: call(getTree), arrivedAtMs: null };
  early = asked;
  asked.tree.then(
    () => {
      asked.arrivedAtMs = performance.now();
    },
    () => {
      // The caller fetches it again, and receives the error.
      if (early === asked) early = null;
    },
  );
}

/** The tree that was fetched early, returned once; else the current one. @throws AppError */
export async function wholeTree(): Promise<Tree> {
  const taken = early;
  early = null;
  if (!taken || !isFresh(taken)) return call(getTree);
  // What failed before it was known who asks need not fail now.
  return taken.tree.catch(() => call(getTree));
}

const isFresh = ({ arrivedAtMs }: EarlyTree): boolean =>
  arrivedAtMs === null || performance.now() - arrivedAtMs < FRESH_MS;
