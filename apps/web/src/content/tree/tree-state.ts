/** The content tree as known to this page: items by ID, and the contents of each parent. */
import type { PlaceFacts } from "@parfocal/core/structure/paste-rules.ts";
import type { Tree, TreeChild, TreeNode, TreeParent } from "@parfocal/core/structure/structure.contract.ts";

export interface TreeState {
  /** Sent when requesting changes; 0: nothing was requested yet. */
  readonly version: number;
  readonly nodes: ReadonlyMap<number, TreeNode>;
  /** By parent ID; the site's list of courses under `SITE`. */
  readonly lists: ReadonlyMap<number, TreeParent>;
}

/** Key of the site in place of a parent ID; no content has this ID. */
export const SITE = 0;

export const EMPTY_TREE: TreeState = { version: 0, nodes: new Map(), lists: new Map() };

/** Merges a server's response, complete or changes only, into the known tree. */
export function mergeTree(state: TreeState, tree: Tree): TreeState {
  const nodes = new Map(tree.isWhole ? [] : state.nodes);
  for (const node of tree.nodes) nodes.set(node.id, node);
  const lists = tree.isWhole ? new Map(tree.parents.map(keyed)) : new Map(mergeLists(state.lists, tree.parents));
  for (const id of tree.gone) {
    nodes.delete(id);
    lists.delete(id);
  }
  return { version: Math.max(tree.version, tree.isWhole ? 0 : state.version), nodes, lists };
}

/** Merges lists from the response to an action; lists older than the known ones are ignored. */
export function mergeParents(state: TreeState, parents: readonly TreeParent[]): TreeState {
  return parents.length === 0 ? state : { ...state, lists: mergeLists(state.lists, parents) };
}

function mergeLists(
  lists: ReadonlyMap<number, TreeParent>,
  parents: readonly TreeParent[],
): ReadonlyMap<number, TreeParent> {
  const merged = new Map(lists);
  for (const parent of parents) {
    const known = merged.get(parent.id ?? SITE);
    if (!known || known.version <= parent.version) merged.set(parent.id ?? SITE, parent);
  }
  return merged;
}

const keyed = (parent: TreeParent): [number, TreeParent] => [parent.id ?? SITE, parent];

const NOTHING: readonly TreeChild[] = [];

/** In stored order; folders and items mixed. @param parentId null: the site. */
export function childrenOf(state: TreeState, parentId: number | null): readonly TreeChild[] {
  return state.lists.get(parentId ?? SITE)?.children ?? NOTHING;
}

/** The same list with other children, as if sent by the server; its version is unchanged. */
export function withChildren(state: TreeState, parentId: number | null, children: readonly TreeChild[]): TreeState {
  const lists = new Map(state.lists);
  const version = state.lists.get(parentId ?? SITE)?.version ?? 0;
  lists.set(parentId ?? SITE, { id: parentId, version, children: [...children] });
  return { ...state, lists };
}

const parentsKnown = new WeakMap<TreeState["lists"], ReadonlyMap<number, readonly (number | null)[]>>();

/** All parents of an item; null: the site. */
export function parentsOf(state: TreeState, id: number): readonly (number | null)[] {
  let known = parentsKnown.get(state.lists);
  if (!known) {
    const parents = new Map<number, (number | null)[]>();
    for (const list of state.lists.values()) {
      for (const child of list.children) {
        const before = parents.get(child.id);
        if (before) before.push(list.id);
        else parents.set(child.id, [list.id]);
      }
    }
    known = parents;
    parentsKnown.set(state.lists, known);
  }
  return known.get(id) ?? [];
}

/**
 * The path from the course down to an item, including the item.
 *
 * @param parentId the preferred parent; if the item is not in it, any parent.
 * @returns null if it is not in the tree.
 */
export function wayTo(state: TreeState, id: number, parentId: number | null = null): readonly number[] | null {
  const way = [id];
  for (let at: number = id; ; ) {
    const parents = parentsOf(state, at);
    const parent = at === id && parentId !== null && parents.includes(parentId) ? parentId : parents[0];
    if (parent === undefined) return null;
    if (parent === null) return way;
    if (way.includes(parent)) return null;
    way.unshift(parent);
    at = parent;
  }
}

/** Whether an item is in another one, at any depth, or is that item. */
export function isWithinItem(state: TreeState, id: number, aboveId: number): boolean {
  const seen = new Set<number>();
  const climb = (at: number): boolean => {
    if (at === aboveId) return true;
    if (seen.has(at)) return false;
    seen.add(at);
    return parentsOf(state, at).some((parent) => parent !== null && climb(parent));
  };
  return climb(id);
}

/** Facts about a parent that the placement rules need. @returns null for the site, or an item that no longer exists. */
export function placeFacts(state: TreeState, parentId: number | null): PlaceFacts | null {
  const node = parentId === null ? undefined : state.nodes.get(parentId);
  if (!node) return null;
  return { kind: node.type, quizType: quizTypeAt(state, node) };
}

/** The type of a quiz; for an item in a quiz, the type of that quiz. */
function quizTypeAt(state: TreeState, node: TreeNode): string | null {
  if (node.quizType !== null) return node.quizType;
  if (!["quizSlide", "quizCase", "quizQuestion"].includes(node.type)) return null;
  const way = wayTo(state, node.id) ?? [];
  const quiz = way.map((id) => state.nodes.get(id)).find((one) => one?.type === "quiz");
  return quiz?.quizType ?? null;
}
