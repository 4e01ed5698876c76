/** The rows of the tree: the expanded part, or the results of a filter. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { TreeChild, TreeNode } from "@parfocal/core/structure/structure.contract.ts";
import { childrenOf, parentsOf, type TreeState } from "./tree-state.ts";

export interface TreeRow {
  /** The path to it: an item in several parents has a row and a key in each. */
  readonly key: string;
  /** Null: a course. */
  readonly parentKey: string | null;
  /** For a group of a quiz: the ID of the quiz. */
  readonly id: number;
  /** Its parent; null: the site. For a group: the quiz. */
  readonly parentId: number | null;
  readonly kind: ItemKind;
  /** Empty for a group, which is named by its type. */
  readonly title: string;
  readonly quizType: string | null;
  /** From 1. */
  readonly depth: number;
  /** From 1, among the rows of its parent. */
  readonly position: number;
  readonly setSize: number;
  /** Whether it has contents. */
  readonly isExpandable: boolean;
  readonly isExpanded: boolean;
  readonly isActive: boolean;
  readonly annotationsActive: boolean;
  /** Whether learners cannot see it, because it or a parent is hidden. */
  readonly isHidden: boolean;
  /** For a slide in a case: whether it is hidden in every course and folder that contains it. */
  readonly isHiddenElsewhere: boolean;
  /** Whether it matches the filter; false without a filter. */
  readonly isMatch: boolean;
}

export interface TreeFilter {
  /** Searched in titles, ignoring case; empty: any. */
  readonly text: string;
  /** Null: any type. */
  readonly kind: ItemKind | null;
}

/** Groups of a quiz represent the quiz itself: their contents are its contents. */
export const isGroup = (kind: ItemKind): boolean => kind === "quizQuestions" || kind === "quizSlides";

/** Key under which a row is stored as expanded: the same item in the same parent, regardless of the path. */
export const placementKey = ({ parentId, id, kind }: Pick<TreeRow, "parentId" | "id" | "kind">): string =>
  isGroup(kind) ? `${id}:${kind}` : `${parentId ?? 0}-${id}`;

/** The group of an Individual quiz that contains items of this kind. */
export const groupOf = (kind: ItemKind | null): ItemKind => (kind === "quizQuestion" ? "quizQuestions" : "quizSlides");

/** Key of the row at the end of a path from a course down, including the groups of Individual quizzes. */
export function keyOfWay({ nodes }: TreeState, way: readonly number[]): string {
  return way
    .flatMap((id, index) => {
      const below = way[index + 1];
      if (below === undefined || nodes.get(id)?.quizType !== "Individual") return [id];
      return [id, groupOf(nodes.get(below)?.type ?? null)];
    })
    .join("/");
}

interface RowsOptions {
  readonly isExpanded: (placement: string) => boolean;
  /** Null: all expanded rows are shown. */
  readonly filter: TreeFilter | null;
}

interface Above {
  readonly key: string | null;
  readonly id: number | null;
  readonly depth: number;
  readonly isHidden: boolean;
  /** IDs on the path, to detect cycles. */
  readonly way: readonly number[];
  /** Whether everything below is shown regardless of the filter: a match that was expanded. */
  readonly isOpened: boolean;
}

const TOP: Above = { key: null, id: null, depth: 0, isHidden: false, way: [], isOpened: false };

/** In display order: folders before everything else. */
export function treeRows(state: TreeState, options: RowsOptions): TreeRow[] {
  const rows: TreeRow[] = [];
  const found = options.filter ? matcher(state, options.filter) : null;
  addRows({ state, rows, isExpanded: options.isExpanded, found }, shownChildren(state, null), TOP);
  return rows;
}

interface Walk {
  readonly state: TreeState;
  readonly rows: TreeRow[];
  readonly isExpanded: (placement: string) => boolean;
  readonly found: Matcher | null;
}

interface Shown {
  readonly node: TreeNode;
  readonly child: TreeChild;
}

/** Folders first, each group in its own order; unknown items are omitted. */
export function shownChildren(state: TreeState, parentId: number | null): Shown[] {
  const folders: Shown[] = [];
  const others: Shown[] = [];
  for (const child of childrenOf(state, parentId)) {
    const node = state.nodes.get(child.id);
    if (node) (node.type === "folder" ? folders : others).push({ node, child });
  }
  return folders.length === 0 ? others : folders.concat(others);
}

function addRows(walk: Walk, all: readonly Shown[], above: Above): void {
  const { found } = walk;
  const children =
    found && !above.isOpened ? all.filter(({ node }) => found.isMatch(node) || found.isAbove(node.id)) : all;
  children.forEach(({ node, child }, index) => {
    if (above.way.includes(node.id)) return;
    const key = above.key === null ? String(node.id) : `${above.key}/${node.id}`;
    const place = { parentId: above.id, id: node.id, kind: node.type };
    const inside = childrenOf(walk.state, node.id);
    const leadsOn = found?.isAbove(node.id) ?? false;
    const isExpanded = inside.length > 0 && (leadsOn || walk.isExpanded(placementKey(place)));
    const isHidden = above.isHidden || !child.isActive;
    walk.rows.push({
      ...place,
      key,
      parentKey: above.key,
      title: node.title,
      quizType: node.quizType,
      depth: above.depth + 1,
      position: index + 1,
      setSize: children.length,
      isExpandable: inside.length > 0,
      isExpanded,
      isActive: child.isActive,
      annotationsActive: child.annotationsActive,
      isHidden,
      isHiddenElsewhere: child.isActive && isHiddenElsewhere(walk.state, node.id, above.id),
      isMatch: found?.isMatch(node) ?? false,
    });
    if (!isExpanded) return;
    const below: Above = {
      key,
      id: node.id,
      depth: above.depth + 1,
      isHidden,
      way: [...above.way, node.id],
      isOpened: found !== null && !leadsOn,
    };
    const within = shownChildren(walk.state, node.id);
    if (node.quizType === "Individual") addGroups(walk, within, below);
    else addRows(walk, within, below);
  });
}

const GROUPS = [
  { kind: "quizQuestions", holds: ["quizQuestion"] },
  { kind: "quizSlides", holds: ["quizSlide", "quizCase"] },
] as const satisfies readonly { kind: ItemKind; holds: readonly ItemKind[] }[];

function addGroups(walk: Walk, within: readonly Shown[], above: Above): void {
  const { found } = walk;
  GROUPS.forEach(({ kind, holds }, index) => {
    const children = within.filter(({ node }) => (holds as readonly ItemKind[]).includes(node.type));
    const id = above.id as number;
    const key = `${above.key}/${kind}`;
    const isExpanded =
      children.length > 0 &&
      ((found !== null && !above.isOpened) || walk.isExpanded(placementKey({ parentId: id, id, kind })));
    walk.rows.push({
      key,
      parentKey: above.key,
      id,
      parentId: id,
      kind,
      title: "",
      quizType: "Individual",
      depth: above.depth + 1,
      position: index + 1,
      setSize: GROUPS.length,
      isExpandable: children.length > 0,
      isExpanded,
      isActive: true,
      annotationsActive: true,
      isHidden: above.isHidden,
      isHiddenElsewhere: false,
      isMatch: false,
    });
    if (isExpanded) addRows(walk, children, { ...above, key, depth: above.depth + 1 });
  });
}

/** People who can see the case can see its slides, even if these are hidden elsewhere. */
function isHiddenElsewhere(state: TreeState, id: number, parentId: number | null): boolean {
  if (parentId === null || state.nodes.get(parentId)?.type !== "case") return false;
  const kindOf = (parent: number | null) => (parent === null ? null : state.nodes.get(parent)?.type);
  const others = parentsOf(state, id).filter((parent) => kindOf(parent) === "course" || kindOf(parent) === "folder");
  const isActiveIn = (parent: number | null) => childrenOf(state, parent).some((one) => one.id === id && one.isActive);
  return others.length > 0 && !others.some(isActiveIn);
}

interface Matcher {
  isMatch(node: TreeNode): boolean;
  /** Whether a descendant matches. */
  isAbove(id: number): boolean;
}

/** An empty filter does not change the tree. */
export function isFiltering({ text, kind }: TreeFilter): boolean {
  return text.trim() !== "" || kind !== null;
}

function matcher(state: TreeState, { text, kind }: TreeFilter): Matcher {
  const searchText = text.trim().toLowerCase();
  const isMatch = (node: TreeNode): boolean =>
    (kind === null || node.type === kind) && node.title.toLowerCase().includes(searchText);
  const known = new Map<number, boolean>();
  const isAbove = (id: number): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const isIt = childrenOf(state, id).some((child) => {
      const node = state.nodes.get(child.id);
      return node !== undefined && (isMatch(node) || isAbove(child.id));
    });
    known.set(id, isIt);
    return isIt;
  };
  return { isMatch, isAbove };
}

/** Number of matching items; each counts once, regardless of its number of rows. */
export function countMatches(state: TreeState, filter: TreeFilter): number {
  const { isMatch } = matcher(state, filter);
  let count = 0;
  for (const node of state.nodes.values()) if (isMatch(node)) count += 1;
  return count;
}

/** Position of the filter's text in a title, for highlighting. @returns null if it does not occur. */
export function matchIn(title: string, text: string): readonly [start: number, end: number] | null {
  const searchText = text.trim().toLowerCase();
  // Lower case may be longer than the title itself, in which case the positions do not match.
  if (searchText === "" || title.toLowerCase().length !== title.length) return null;
  const start = title.toLowerCase().indexOf(searchText);
  return start < 0 ? null : [start, start + searchText.length];
}
