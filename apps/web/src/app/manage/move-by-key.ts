/**
 * Moves an item one step by Alt and an arrow key: up and down in the order, into the folder above, out of the parent.
 */
import { type DropPlace, placeAfter, placeBefore, placeInto, rejectionOf } from "#tree/drop-place.ts";
import type { TreeCommand } from "#tree/tree-keys.ts";
import { isGroup, shownChildren, type TreeRow } from "#tree/tree-rows.ts";
import type { TreeState } from "#tree/tree-state.ts";

/** @returns null if there is no position in that direction. */
export function moveByKey(
  tree: TreeState,
  rows: readonly TreeRow[],
  row: TreeRow,
  command: TreeCommand,
): DropPlace | null {
  if (isGroup(row.kind)) return null;
  const siblings = rows.filter(({ parentKey }) => parentKey === row.parentKey);
  const index = siblings.findIndex(({ key }) => key === row.key);
  const alike = (other: TreeRow | undefined) =>
    other && (other.kind === "folder") === (row.kind === "folder") ? other : null;
  switch (command) {
    case "moveUp": {
      const above = alike(siblings[index - 1]);
      return above && placeBefore(above);
    }
    case "moveDown": {
      const below = alike(siblings[index + 1]);
      return below && placeAfter(tree, below);
    }
    case "moveIn": {
      const above = siblings.slice(0, index).findLast((other) => rejectionOf(tree, placeInto(other), [row]) === null);
      return above ? placeInto(above) : null;
    }
    case "moveOut": {
      const parent = rows.find(({ key }) => key === row.parentKey);
      if (!parent || isGroup(parent.kind)) return null;
      const place = placeAfter(tree, parent);
      if (rejectionOf(tree, place, [row]) !== null) return null;
      // Only folders can follow a folder.
      const firstOther =
        shownChildren(tree, place.parentId).find(({ node }) => node.type !== "folder")?.node.id ?? null;
      const isAmongFolders = parent.kind === "folder" && row.kind !== "folder";
      return isAmongFolders ? { ...place, beforeId: firstOther } : place;
    }
    default:
      return null;
  }
}
