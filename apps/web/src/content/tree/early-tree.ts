/** The whole tree, asked for while the part of the page that shows it is still on its way. */
import { getTree, type Tree } from "@parfocal/core/structure/structure.contract.ts";
import { call } from "#platform/call.ts";

/** What came longer ago is asked for anew. */
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
      // Whoever needs it asks again, and is told why it fails.
      if (early === asked) early = null;
    },
  );
}

/** The tree that was asked for early, and is given once; else as it is now. @throws AppError */
export async function wholeTree(): Promise<Tree> {
  const taken = early;
  early = null;
  if (!taken || !isFresh(taken)) return call(getTree);
  // What failed before it was known who asks need not fail now.
  return taken.tree.catch(() => call(getTree));
}

const isFresh = ({ arrivedAtMs }: EarlyTree): boolean =>
  arrivedAtMs === null || performance.now() - arrivedAtMs < FRESH_MS;
