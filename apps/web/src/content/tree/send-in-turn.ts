/** An action of several calls, one after the other: when one fails, what was done before it is not forgotten. */
import type { TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import { type ActionAnswer, PartlyDone } from "./partly-done.ts";
import type { Removal, TreeAction } from "./tree-actions.ts";

interface Told {
  readonly parents: readonly TreeParent[];
  readonly removals?: readonly Removal[];
  readonly made?: readonly number[];
}

/**
 * @param actionOf the same action on some of the things alone.
 * @throws PartlyDone when at least the first call was done; else what that call threw.
 */
export async function inTurn<Thing>(
  things: readonly Thing[],
  send: (thing: Thing) => Promise<Told>,
  actionOf: (some: readonly Thing[]) => TreeAction,
): Promise<ActionAnswer> {
  const parents: TreeParent[] = [];
  const removals: Removal[] = [];
  const made: number[] = [];
  const answer: ActionAnswer = { parents, result: { removals, made } };
  for (const [index, thing] of things.entries()) {
    try {
      const told = await send(thing);
      parents.push(...told.parents);
      removals.push(...(told.removals ?? []));
      made.push(...(told.made ?? []));
    } catch (error) {
      if (index === 0) throw error;
      const parts = { done: actionOf(things.slice(0, index)), rest: actionOf(things.slice(index)), answer };
      throw new PartlyDone(parts, error);
    }
  }
  return answer;
}
