/** Tree actions as data: applied optimistically and undoable. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { TreeChild } from "@parfocal/core/structure/structure.contract.ts";
import { childrenOf, type TreeState, withChildren } from "./tree-state.ts";

export interface Placed {
  readonly id: number;
  /** Null: a course of the site. */
  readonly parentId: number | null;
}

export type TreeAction =
  | {
      readonly type: "move";
      readonly items: readonly Placed[];
      readonly toParentId: number;
      /** Position from 1, without the moved items; undefined: at the end. */
      readonly position: number | undefined;
    }
  /** @property ids the complete list in its new order. */
  | { readonly type: "order"; readonly parentId: number | null; readonly ids: readonly number[] }
  | { readonly type: "rename"; readonly id: number; readonly title: string }
  | { readonly type: "activate"; readonly items: readonly Placed[]; readonly isOn: boolean }
  | { readonly type: "annotate"; readonly items: readonly Placed[]; readonly isOn: boolean }
  | { readonly type: "remove"; readonly items: readonly Placed[] }
  | { readonly type: "restore"; readonly removals: readonly Removal[] }
  | {
      readonly type: "paste";
      readonly items: readonly { readonly id: number; readonly kind: ItemKind }[];
      readonly toParentId: number;
    }
  /** Adds radiology items to another parent. */
  | { readonly type: "place"; readonly ids: readonly number[]; readonly toParentId: number };

type Put = { readonly id: number; readonly kind: ItemKind };

export const pastingAction = (some: readonly Put[], toParentId: number): TreeAction => ({
  type: "paste",
  items: some.map(({ id, kind }) => ({ id, kind })),
  toParentId,
});

/** Items selected in a picker: radiology items are added to another parent, all others are copied as if pasted. */
export const addingAction = (some: readonly Put[], toParentId: number): TreeAction =>
  some.every(({ kind }) => kind === "radiology")
    ? { type: "place", ids: some.map(({ id }) => id), toParentId }
    : pastingAction(some, toParentId);

export interface Removal extends Placed {
  readonly binId: number;
}

/** Facts about a completed action that only the server knows. */
export interface ActionResult {
  /** Removals of the action. */
  readonly removals: readonly Removal[];
  /** IDs of pasted items, in the same order. */
  readonly made: readonly number[];
}

export const NO_RESULT: ActionResult = { removals: [], made: [] };

/** The optimistic tree after an action; restored and pasted items appear once the server returns them. */
export function applyAction(state: TreeState, action: TreeAction): TreeState {
  switch (action.type) {
    case "move":
      return withMoved(state, action.items, action.toParentId, action.position);
    case "order":
      return withChildren(state, action.parentId, inOrder(childrenOf(state, action.parentId), action.ids));
    case "rename": {
      const node = state.nodes.get(action.id);
      return node ? { ...state, nodes: new Map(state.nodes).set(action.id, { ...node, title: action.title }) } : state;
    }
    case "activate":
      return withEach(state, action.items, (child) => ({ ...child, isActive: action.isOn }));
    case "annotate":
      return withEach(state, action.items, (child) => ({ ...child, annotationsActive: action.isOn }));
    case "remove":
      return without(state, action.items);
    default:
      return state;
  }
}

/** In the given order; other items stay after their former predecessor. */
export function inOrder(children: readonly TreeChild[], ids: readonly number[]): readonly TreeChild[] {
  const byId = new Map(children.map((child) => [child.id, child]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  const isNamed = new Set(ids);
  const ordered = [...named];
  children.forEach((child, index) => {
    if (isNamed.has(child.id)) return;
    const before = children[index - 1];
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, child);
  });
  return ordered;
}

function withMoved(
  state: TreeState,
  items: readonly Placed[],
  toParentId: number,
  position: number | undefined,
): TreeState {
  const moved = items.flatMap(({ id, parentId }) => childrenOf(state, parentId).find((child) => child.id === id) ?? []);
  const left = without(state, items);
  const ids = new Set(moved.map(({ id }) => id));
  const list = childrenOf(left, toParentId).filter(({ id }) => !ids.has(id));
  list.splice(position === undefined ? list.length : position - 1, 0, ...moved);
  return withChildren(left, toParentId, list);
}

function without(state: TreeState, items: readonly Placed[]): TreeState {
  return [...Map.groupBy(items, ({ parentId }) => parentId)].reduce((left, [parentId, gone]) => {
    const ids = new Set(gone.map(({ id }) => id));
    return withChildren(
      left,
      parentId,
      childrenOf(left, parentId).filter(({ id }) => !ids.has(id)),
    );
  }, state);
}

function withEach(state: TreeState, items: readonly Placed[], change: (child: TreeChild) => TreeChild): TreeState {
  return [...Map.groupBy(items, ({ parentId }) => parentId)].reduce((changed, [parentId, some]) => {
    const ids = new Set(some.map(({ id }) => id));
    const children = childrenOf(changed, parentId).map((child) => (ids.has(child.id) ? change(child) : child));
    return withChildren(changed, parentId, children);
  }, state);
}

/**
 * The actions that undo an action, in the order of execution.
 *
 * @param before the tree before the action.
 */
export function undoActions(before: TreeState, action: TreeAction, result: ActionResult): readonly TreeAction[] {
  switch (action.type) {
    case "move":
      return moveBack(before, action.items, action.toParentId);
    case "order":
      return [{ ...action, ids: childrenOf(before, action.parentId).map(({ id }) => id) }];
    case "rename":
      return [{ ...action, title: before.nodes.get(action.id)?.title ?? action.title }];
    case "activate":
    case "annotate": {
      const isOn = (child: TreeChild) => (action.type === "activate" ? child.isActive : child.annotationsActive);
      const changed = action.items.filter(({ id, parentId }) =>
        childrenOf(before, parentId).some((child) => child.id === id && isOn(child) !== action.isOn),
      );
      return changed.length === 0 ? [] : [{ ...action, items: changed, isOn: !action.isOn }];
    }
    case "remove":
      return [{ type: "restore", removals: result.removals }];
    case "restore":
      return [{ type: "remove", items: action.removals.map(({ id, parentId }) => ({ id, parentId })) }];
    case "paste":
    case "place":
      return [{ type: "remove", items: result.made.map((id) => ({ id, parentId: action.toParentId })) }];
  }
}

/** Moves adjacent items back together, from top to bottom, so that each position is counted as before. */
function moveBack(before: TreeState, items: readonly Placed[], fromParentId: number): readonly TreeAction[] {
  const back: TreeAction[] = [];
  for (const [toParentId, some] of Map.groupBy(items, ({ parentId }) => parentId)) {
    if (toParentId === null) continue;
    const ids = childrenOf(before, toParentId).map(({ id }) => id);
    const places = some.map(({ id }) => ({ id, index: ids.indexOf(id) })).sort((a, b) => a.index - b.index);
    let run: Placed[] = [];
    places.forEach(({ id, index }, nth) => {
      run.push({ id, parentId: fromParentId });
      if (places[nth + 1]?.index === index + 1) return;
      back.push({ type: "move", items: run, toParentId, position: index - run.length + 2 });
      run = [];
    });
  }
  return back;
}
