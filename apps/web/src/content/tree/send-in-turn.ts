/** Runs an action with several requests in order. If one fails, the error contains what was completed before. */
import type { TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import { type ActionAnswer, PartlyDone } from "./partly-done.ts";
import type { Removal, TreeAction } from "./tree-actions.ts";

interface CallResult {
  readonly parents: readonly TreeParent[];
  readonly removals?: readonly Removal[];
  readonly made?: readonly number[];
}

/**
 * @param actionOf creates the same action for some of the items.
 * @throws PartlyDone if a request after the first fails; the error of the first request otherwise.
 */
export async function inTurn<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<CallResult>,
  actionOf: (some: readonly Item[]) => TreeAction,
): Promise<ActionAnswer> {
  const parents: TreeParent[] = [];
  const removals: Removal[] = [];
  const made: number[] = [];
  const answer: ActionAnswer = { parents, result: { removals, made } };
  for (const [index, item] of items.entries()) {
    try {
      const result = await send(item);
      parents.push(...result.parents);
      removals.push(...(result.removals ?? []));
      made.push(...(result.made ?? []));
    } catch (error) {
      if (index === 0) throw error;
      const parts = { done: actionOf(items.slice(0, index)), rest: actionOf(items.slice(index)), answer };
      throw new PartlyDone(parts, error);
    }
  }
  return answer;
}
