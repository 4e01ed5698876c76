/** Splits a move of more items than one request allows into several moves. */
import { inParts } from "#platform/in-parts.ts";
import { applyAction, type TreeAction } from "./tree-actions.ts";
import { childrenOf, type TreeState } from "./tree-state.ts";

type MoveAction = Extract<TreeAction, { type: "move" }>;

interface MoveParts {
  /** In the order of execution. */
  readonly parts: readonly MoveAction[];
  /** Several consecutive parts as one move. */
  readonly together: (some: readonly MoveAction[]) => MoveAction;
}

/**
 * A position is counted without the items that move in the same request; items of later parts may still precede it.
 *
 * @param most maximum number of items in a part.
 */
export function moveParts(action: MoveAction, state: TreeState, most: number): MoveParts {
  const { items, toParentId, position } = action;
  const staying = (now: TreeState, without: MoveAction["items"]) => {
    const ids = new Set(without.map(({ id }) => id));
    return childrenOf(now, toParentId).filter(({ id }) => !ids.has(id));
  };
  const before = position === undefined ? undefined : staying(state, items)[position - 1];
  const moveAt = (now: TreeState, some: MoveAction["items"]): MoveAction => {
    const index = staying(now, some).findIndex(({ id }) => id === before?.id);
    return { ...action, items: some, position: index < 0 ? undefined : index + 1 };
  };
  const begins = new Map<MoveAction, TreeState>();
  let now = state;
  for (const some of inParts(items, most)) {
    const part = moveAt(now, some);
    begins.set(part, now);
    now = applyAction(now, part);
  }
  return {
    parts: [...begins.keys()],
    together: (some) =>
      moveAt(
        (some[0] && begins.get(some[0])) ?? state,
        some.flatMap((part) => part.items),
      ),
  };
}
