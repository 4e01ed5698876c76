/**
 * Adding to the tree: the new item is shown and selected, unless the user has selected something else before the server
 * responded. A filter that would hide it is reset.
 */
import { addingAction, pastingAction } from "#tree/tree-actions.ts";
import type { TreeFilter, TreeRow } from "#tree/tree-rows.ts";
import type { TreeSelection } from "#tree/tree-selection.ts";
import type { TreeStore } from "#tree/tree-store.ts";
import { useLatest } from "#ui/useLatest.ts";
import type { TreeActions } from "./useTreeActions.ts";
import { NO_FILTER } from "./useTreeRows.ts";

const PUTTING = { paste: pastingAction, add: addingAction };

interface PuttingOptions {
  readonly store: TreeStore;
  readonly actions: TreeActions;
  readonly selection: TreeSelection;
  readonly setFilter: (filter: TreeFilter) => void;
  readonly onReveal: (id: number, parentId: number | null) => void;
}

export interface Putting {
  /** Copies existing items into a parent, or adds them to another parent. */
  readonly put: (
    action: "paste" | "add",
    toParentId: number,
    some: readonly Pick<TreeRow, "id" | "kind">[],
  ) => Promise<void>;
  /** A dialog has added an item. */
  readonly added: (id: number, parentId: number | null) => Promise<void>;
}

export function usePutting({ store, actions, selection, setFilter, onReveal }: PuttingOptions): Putting {
  const latest = useLatest(selection);
  return {
    async put(action, toParentId, some) {
      setFilter(NO_FILTER);
      const before = latest.current;
      const done = await actions[action](PUTTING[action](some, toParentId), some.length);
      const [made] = done?.results[0]?.made ?? [];
      if (made !== undefined && latest.current === before) onReveal(made, toParentId);
    },
    async added(id, parentId) {
      setFilter(NO_FILTER);
      const before = latest.current;
      await store.refreshAgain();
      actions.created({ id, parentId }, store.view().tree.nodes.get(id)?.title ?? "");
      if (latest.current === before) onReveal(id, parentId);
    },
  };
}
