/** Possible actions on rows of the tree, by the table of types. */
import { ITEM_KIND_NAMES, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { canBeAdded, canLiveIn, canPaste, canRemove, hasCopyButton } from "@parfocal/core/structure/paste-rules.ts";
import type { PickedKind } from "#picker/picker-item.ts";
import { isCopied } from "#tree/send-action.ts";
import { isGroup, type TreeRow } from "#tree/tree-rows.ts";
import { placeFacts, type TreeState } from "#tree/tree-state.ts";
import { ADD_DIALOGS } from "./add-dialogs.ts";

/**
 * From the course down to the item itself. A group in a quiz has no step of its own; its slides and cases have the
 * steps of the items they show.
 */
export function stepsOfWay(tree: TreeState, way: readonly number[]): PathStep[] {
  return way.flatMap((id) => {
    const node = tree.nodes.get(id);
    if (!node) return [];
    const shown = node.type === "quizSlide" ? "image" : node.type === "quizCase" ? "case" : null;
    return shown && node.subjectId !== null ? [{ kind: shown, id: node.subjectId }] : [{ kind: node.type, id }];
  });
}

export const wayOfKey = (key: string): number[] =>
  key
    .split("/")
    .map(Number)
    .filter((id) => !Number.isNaN(id));

export function isRemovable(tree: TreeState, row: TreeRow): boolean {
  if (row.kind === "course") return true;
  const place = placeFacts(tree, row.parentId);
  return !isGroup(row.kind) && place !== null && canRemove(row.kind, place);
}

export function isCopyable(tree: TreeState, row: TreeRow): boolean {
  const place = placeFacts(tree, row.parentId);
  return place !== null && isCopied(row.kind) && (row.kind === "attachment" || hasCopyButton(row.kind, place));
}

/** Types whose copy is a new item. A copied slide gets another placement, and cannot have two in one parent. */
const COPIED_AS_NEW: ReadonlySet<ItemKind> = new Set(["folder", "case", "quiz", "page", "radiology", "quizQuestion"]);

/** Whether it can be duplicated in the same parent. */
export function isDuplicable(tree: TreeState, row: TreeRow): boolean {
  const place = placeFacts(tree, row.parentId);
  return COPIED_AS_NEW.has(row.kind) && isCopyable(tree, row) && place !== null && canPaste(row.kind, place);
}

/** Whether it can be moved to another parent at all. */
export const isMovable = ({ kind }: TreeRow): boolean => kind !== "course" && !isGroup(kind);

/** Whether items can be pasted into a row. */
export function takesPasted(tree: TreeState, row: TreeRow, kinds: readonly ItemKind[]): boolean {
  const place = placeFacts(tree, row.id);
  return place !== null && kinds.every((kind) => canPaste(kind, place));
}

/** Types whose annotations can be shown or hidden. */
const ANNOTATED: ReadonlySet<ItemKind> = new Set(["image", "case", "quizSlide", "quizCase"]);
export const hasAnnotations = ({ kind }: TreeRow): boolean => ANNOTATED.has(kind);

/** Types that a dialog adds to a parent, in menu order. */
export function addableKinds(tree: TreeState, parentId: number): readonly ItemKind[] {
  const place = placeFacts(tree, parentId);
  if (!place) return [];
  return ITEM_KIND_NAMES.filter((kind) => ADD_DIALOGS[kind] && canBeAdded(kind, place));
}

const PICKED_KINDS = ["image", "attachment", "case", "radiology", "quizQuestion"] as const satisfies PickedKind[];

/** Types of existing items that can be added to a parent, like a paste. */
export function pickableKinds(tree: TreeState, parentId: number): readonly PickedKind[] {
  const place = placeFacts(tree, parentId);
  return place ? PICKED_KINDS.filter((kind) => canPaste(kind, place)) : [];
}

/** Whether anything can be added to it. */
export const isAddedTo = (tree: TreeState, parentId: number): boolean =>
  takesSlides(tree, parentId) || addableKinds(tree, parentId).length > 0 || pickableKinds(tree, parentId).length > 0;

/** Whether slides are uploaded into it. */
export function takesSlides(tree: TreeState, parentId: number): boolean {
  const place = placeFacts(tree, parentId);
  return place !== null && (place.kind === "course" || place.kind === "folder") && canLiveIn("image", place);
}

/** Parent of a new item while a row is selected: the row if it can contain items, otherwise the row's parent. */
export function addPlaceOf(rows: readonly TreeRow[], row: TreeRow | undefined): Pick<TreeRow, "id" | "title"> | null {
  if (!row || isGroup(row.kind)) return null;
  const isPlace = row.kind === "course" || row.kind === "folder";
  const place = isPlace ? row : rows.find(({ key }) => key === row.parentKey);
  return place && !isGroup(place.kind) ? { id: place.id, title: place.title } : null;
}
