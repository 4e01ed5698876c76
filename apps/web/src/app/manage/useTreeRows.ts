/** The visible rows: the expanded ones, or the results of a filter, which has its own expansion state. */
import { useDeferredValue, useMemo, useState } from "react";
import { countMatches, isFiltering, type TreeFilter, type TreeRow, treeRows } from "#tree/tree-rows.ts";
import type { ContentTreeState } from "./useContentTree.ts";

export const NO_FILTER: TreeFilter = { text: "", kind: null };

export interface ShownRows {
  readonly rows: readonly TreeRow[];
  /** As typed; the rows follow with a delay. */
  readonly filter: TreeFilter;
  readonly setFilter: (filter: TreeFilter) => void;
  /** The text of the filter, highlighted in titles. */
  readonly searchText: string;
  readonly isFiltered: boolean;
  /** Null: no filter. */
  readonly found: number | null;
  /** @param keys keys of placements. */
  readonly setOpenRows: (keys: readonly string[], isOpen: boolean) => void;
  readonly closeAll: () => void;
}

export function useTreeRows({ view, open, setOpen }: ContentTreeState): ShownRows {
  const { tree } = view;
  const [filter, setFilter] = useState(NO_FILTER);
  const [openedInFilter, setOpenedInFilter] = useState<ReadonlySet<string>>(new Set());
  const deferredFilter = useDeferredValue(filter);
  const isFiltered = isFiltering(deferredFilter);
  const rows = useMemo(() => {
    const isExpanded = (key: string) => (isFiltered ? openedInFilter : open).has(key);
    return treeRows(tree, { isExpanded, filter: isFiltered ? deferredFilter : null });
  }, [tree, open, openedInFilter, deferredFilter, isFiltered]);
  const found = useMemo(
    () => (isFiltered ? countMatches(tree, deferredFilter) : null),
    [tree, deferredFilter, isFiltered],
  );
  const change = isFiltered ? setOpenedInFilter : setOpen;
  return {
    rows,
    filter,
    setFilter(next) {
      setFilter(next);
      setOpenedInFilter(new Set());
    },
    searchText: deferredFilter.text,
    isFiltered,
    found,
    setOpenRows: (keys, isOpen) =>
      change((before) => {
        const after = new Set(before);
        for (const key of keys) {
          if (isOpen) after.add(key);
          else after.delete(key);
        }
        return after;
      }),
    closeAll: () => change(() => new Set()),
  };
}
