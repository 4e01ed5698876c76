/** Drop target of dragged rows: its position, and whether it is allowed. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { canLiveIn } from "@parfocal/core/structure/paste-rules.ts";
import type { TreeAction } from "./tree-actions.ts";
import { isGroup, shownChildren, type TreeRow } from "./tree-rows.ts";
import { childrenOf, isWithinItem, placeFacts, type TreeState } from "./tree-state.ts";

export interface DropPlace {
  /** Null: among the courses. */
  readonly parentId: number | null;
  /** The item before which it is inserted; null: at the end. */
  readonly beforeId: number | null;
  /** Row at which the position is shown, and how: a line above or below it, or a frame around it. */
  readonly rowKey: string;
  readonly mark: "above" | "below" | "around";
  /** Position of the first inserted item, from 1. */
  readonly depth: number;
}

/** Why items cannot be dropped: keys of texts. */
export type DropRejection = "kind" | "itself" | "already" | "courses" | "quiz";

const CONTAINERS: ReadonlySet<ItemKind> = new Set(["course", "folder", "quiz", "quizQuestions", "quizSlides"]);

/** Fraction of a row's height at its top and bottom in which the target is between rows. */
const EDGE_SHARE = 0.28;

/**
 * The drop position for a pointer.
 *
 * @param index index of the row below the pointer; past the last row: below that one.
 * @param share vertical position within the row, 0 to 1.
 */
export function dropPlaceAt(
  state: TreeState,
  rows: readonly TreeRow[],
  { index, share }: { readonly index: number; readonly share: number },
  dragged: readonly TreeRow[],
): DropPlace | null {
  const row = rows[Math.min(index, rows.length - 1)];
  if (!row || dragged.length === 0) return null;
  const down = index >= rows.length ? 1 : share;
  const takes = CONTAINERS.has(row.kind) || dragged.every(({ kind }) => mayLive(state, kind, row.id));
  // A course can only be reordered.
  const isOrder = dragged.every(({ kind }) => kind === "course");
  if (takes && !isOrder && (isGroup(row.kind) || (down > EDGE_SHARE && (down < 1 - EDGE_SHARE || row.isExpanded))))
    return settled(state, placeInto(row), dragged);
  if (down <= 0.5) return settled(state, placeBefore(row), dragged);
  return settled(state, placeAfter(state, row), dragged);
}

export const placeInto = (row: TreeRow): DropPlace => ({
  parentId: row.id,
  beforeId: null,
  rowKey: row.key,
  mark: "around",
  depth: row.depth + 1,
});

export const placeBefore = (row: TreeRow): DropPlace => ({
  parentId: row.parentId,
  beforeId: row.id,
  rowKey: row.key,
  mark: "above",
  depth: row.depth,
});

export function placeAfter(state: TreeState, row: TreeRow): DropPlace {
  const siblings = shownChildren(state, row.parentId);
  const next = siblings[siblings.findIndex(({ node }) => node.id === row.id) + 1];
  return {
    parentId: row.parentId,
    beforeId: next?.node.id ?? null,
    rowKey: row.key,
    mark: "below",
    depth: row.depth,
  };
}

/** Folders precede all other items: a folder dropped among items is placed after the last folder, and vice versa. */
function settled(state: TreeState, place: DropPlace, dragged: readonly TreeRow[]): DropPlace {
  const before = place.beforeId === null ? undefined : state.nodes.get(place.beforeId);
  const firstOther = shownChildren(state, place.parentId).find(({ node }) => node.type !== "folder")?.node.id ?? null;
  const areFolders = dragged.every(({ kind }) => kind === "folder");
  const areOthers = dragged.every(({ kind }) => kind !== "folder");
  if ((areFolders && before?.type !== "folder") || (areOthers && before?.type === "folder"))
    return { ...place, beforeId: firstOther };
  return place;
}

/** @returns null if dropping is allowed there. */
export function rejectionOf(
  state: TreeState,
  place: Pick<DropPlace, "parentId">,
  dragged: readonly TreeRow[],
): DropRejection | null {
  for (const { id, kind, parentId } of dragged) {
    if (isGroup(kind)) return "quiz";
    if (parentId === place.parentId) continue;
    if (kind === "course") return "courses";
    if (place.parentId === null) return "kind";
    if (isWithinItem(state, place.parentId, id)) return "itself";
    if (!mayLive(state, kind, place.parentId)) return "kind";
    if (childrenOf(state, place.parentId).some((child) => child.id === id)) return "already";
  }
  return null;
}

function mayLive(state: TreeState, kind: ItemKind, parentId: number): boolean {
  const facts = placeFacts(state, parentId);
  return facts !== null && canLiveIn(kind, facts);
}

/**
 * The action of a drop: reordering if everything stays in its parent, otherwise a move.
 *
 * @returns null if nothing would change.
 */
export function dropAction(state: TreeState, place: DropPlace, dragged: readonly TreeRow[]): TreeAction | null {
  const ids = dragged.map(({ id }) => id);
  const list = childrenOf(state, place.parentId).map(({ id }) => id);
  const rest = list.filter((id) => !ids.includes(id));
  const at = indexOfPlace(list, rest, place.beforeId);
  if (dragged.every(({ parentId }) => parentId === place.parentId)) {
    const ordered = [...rest.slice(0, at), ...ids, ...rest.slice(at)];
    const isSame = ordered.every((id, index) => id === list[index]);
    return isSame ? null : { type: "order", parentId: place.parentId, ids: ordered };
  }
  if (place.parentId === null) return null;
  return {
    type: "move",
    items: dragged.map(({ id, parentId }) => ({ id, parentId })),
    toParentId: place.parentId,
    position: place.beforeId === null || at === rest.length ? undefined : at + 1,
  };
}

/** If the target item is itself dragged, the next item that is not. */
function indexOfPlace(list: readonly number[], rest: readonly number[], beforeId: number | null): number {
  if (beforeId === null) return rest.length;
  for (let index = list.indexOf(beforeId); index >= 0 && index < list.length; index += 1) {
    const at = rest.indexOf(list[index] as number);
    if (at >= 0) return at;
  }
  return rest.length;
}

/** All allowed places for the keyboard, from top to bottom. */
export function carryPlaces(state: TreeState, rows: readonly TreeRow[], dragged: readonly TreeRow[]): DropPlace[] {
  const places: DropPlace[] = [];
  const seen = new Set<string>();
  const add = (place: DropPlace) => {
    const it = settled(state, place, dragged);
    const name = `${it.rowKey.slice(0, it.rowKey.lastIndexOf("/"))} ${it.parentId} ${it.beforeId} ${it.mark === "around"}`;
    if (seen.has(name) || rejectionOf(state, it, dragged) !== null) return;
    seen.add(name);
    places.push(it);
  };
  for (const row of rows) {
    if (!isGroup(row.kind)) add(placeBefore(row));
    if (!dragged.some(({ key }) => key === row.key)) add(placeInto(row));
    if (row.position === row.setSize && !isGroup(row.kind)) add(placeAfter(state, row));
  }
  return places;
}
