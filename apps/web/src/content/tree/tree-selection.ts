/** The selected rows, and the active row. */
import type { TreeRow } from "./tree-rows.ts";

export interface TreeSelection {
  /** Keys of rows. */
  readonly keys: ReadonlySet<string>;
  /** The active row; null: none yet. */
  readonly at: string | null;
  /** Start of a range selection. */
  readonly anchor: string | null;
}

export const NO_SELECTION: TreeSelection = { keys: new Set(), at: null, anchor: null };

export const selectOne = (key: string): TreeSelection => ({ keys: new Set([key]), at: key, anchor: key });

/** Adds a row to the selection, or removes it. */
export function toggleSelected({ keys }: TreeSelection, key: string): TreeSelection {
  const more = new Set(keys);
  if (!more.delete(key)) more.add(key);
  return { keys: more, at: key, anchor: key };
}

/** Selects all rows from the start of the range to this one. */
export function extendTo(rows: readonly TreeRow[], { anchor }: TreeSelection, key: string): TreeSelection {
  const from = rows.findIndex((row) => row.key === (anchor ?? key));
  const to = rows.findIndex((row) => row.key === key);
  if (from < 0 || to < 0) return selectOne(key);
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set(range.map((row) => row.key)), at: key, anchor: anchor ?? key };
}

export function selectAll(rows: readonly TreeRow[], { at, anchor }: TreeSelection): TreeSelection {
  return { keys: new Set(rows.map(({ key }) => key)), at, anchor };
}

/** The selected rows in display order, without those inside another selected row, which includes them. */
export function selectedRows(rows: readonly TreeRow[], { keys }: TreeSelection): TreeRow[] {
  return rows.filter((row) => keys.has(row.key) && !isBelowOneOf(row.key, keys));
}

function isBelowOneOf(key: string, keys: ReadonlySet<string>): boolean {
  for (let end = key.lastIndexOf("/"); end > 0; end = key.lastIndexOf("/", end - 1))
    if (keys.has(key.slice(0, end))) return true;
  return false;
}
