/** Something new comes into the tree: it is shown and selected, whatever a filter would hide. */
import { addingAction, pastingAction } from "#tree/tree-actions.ts";
import type { TreeFilter, TreeRow } from "#tree/tree-rows.ts";
import type { TreeStore } from "#tree/tree-store.ts";
import type { TreeActions } from "./useTreeActions.ts";
import { NO_FILTER } from "./useTreeRows.ts";

const PUTTING = { paste: pastingAction, add: addingAction };

interface PuttingOptions {
  readonly store: TreeStore;
  readonly actions: TreeActions;
  readonly setFilter: (filter: TreeFilter) => void;
  readonly onReveal: (id: number, parentId: number | null) => void;
}

export function usePutting({ store, actions, setFilter, onReveal }: PuttingOptions) {
  return {
    /** What is there already is copied, or put into one more place. */
    async put(
      action: "paste" | "add",
      toParentId: number,
      some: readonly Pick<TreeRow, "id" | "kind">[],
    ): Promise<void> {
      setFilter(NO_FILTER);
      const done = await actions[action](PUTTING[action](some, toParentId), some.length);
      const [made] = done?.results[0]?.made ?? [];
      if (made !== undefined) onReveal(made, toParentId);
    },
    /** A dialog has added it. */
    async added(id: number, parentId: number | null): Promise<void> {
      setFilter(NO_FILTER);
      await store.refreshAnew();
      actions.created({ id, parentId }, store.view().tree.nodes.get(id)?.title ?? "");
      onReveal(id, parentId);
    },
  };
}
