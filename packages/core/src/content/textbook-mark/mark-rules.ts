/** Limits and targets of textbook marks. Source: decision 0089. */
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "../item/item-kinds.ts";

/** Marks of one textbook; deleted ones do not count. The answer with all of them stays under 1 MB. */
export const MARKS_MAX = 1_000;
export const MARK_LABEL_MAX_CHARACTERS = 120;

/** Deleted marks can be restored for this long. */
export const MARK_RESTORE_DAYS = 30;

/** Index of the last page that a textbook can have. */
export const PAGE_INDEX_MAX = 99_999;

/** Possible targets of a mark: items with a page of their own outside a quiz. */
export const MARK_TARGET_KINDS: readonly ItemKind[] = ITEM_KIND_NAMES.filter(
  (kind) => ITEM_KINDS[kind].segment !== null && kind !== "quizQuestion",
);

/** The part of a target that is invalid for its kind; null if the target is valid. */
export function markTargetProblem(
  kind: ItemKind | null,
  { hasView, hasPage }: { readonly hasView: boolean; readonly hasPage: boolean },
): "kind" | "view" | "pageIndex" | null {
  if (kind !== null && !MARK_TARGET_KINDS.includes(kind)) return "kind";
  if (hasView && kind !== "image") return "view";
  // Without an item the target is a page of the same textbook.
  if (hasPage !== (kind === null) && !(hasPage && kind === "textbook")) return "pageIndex";
  return null;
}
