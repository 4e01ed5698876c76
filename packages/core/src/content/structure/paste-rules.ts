/**
 * Rules for adding, moving, pasting, copying and removing items, based on the table of kinds.
 *
 * Virtual courses need no rule: they are not stored, so they are in no tree and cannot be the parent in a call.
 *
 * Source: spec part 2, section 4, "Slide manager tree operations".
 */
import { ITEM_KINDS, type ItemKind } from "../item/item-kinds.ts";

/** Facts about the parent that a rule needs. */
export interface PlaceFacts {
  readonly kind: ItemKind;
  /** Type of the quiz, if the parent is a quiz or in one; else null. */
  readonly quizType: string | null;
}

const IN_QUIZZES: ReadonlySet<ItemKind> = new Set(["quizQuestion", "quizSlide", "quizCase"]);

export function canPaste(kind: ItemKind, place: PlaceFacts): boolean {
  return (ITEM_KINDS[kind].pasteInto as readonly string[]).includes(place.kind) && isRightQuiz(kind, place.quizType);
}

export function canLiveIn(kind: ItemKind, place: PlaceFacts): boolean {
  return (ITEM_KINDS[kind].livesIn as readonly string[]).includes(place.kind) && isRightQuiz(kind, place.quizType);
}

/** Kinds that can be created in a quiz that is not Individual. A Common quiz asks its own questions about its items. */
const ADDED_TO_QUIZ: Readonly<Record<string, readonly ItemKind[]>> = {
  Common: ["quizQuestion", "quizSlide", "quizCase"],
  "Auto-Generated": ["quizSlide", "quizCase"],
};

/** Whether a new item can be created there. The document of a textbook is created with the textbook. */
export function canBeAdded(kind: ItemKind, place: PlaceFacts): boolean {
  if (place.kind === "textbook") return false;
  const isAddedToQuiz = place.kind === "quiz" && (ADDED_TO_QUIZ[place.quizType ?? ""]?.includes(kind) ?? false);
  return isAddedToQuiz || canLiveIn(kind, place);
}

/**
 * Restoring into a parent that may have changed; further rules of quizzes are checked against the quiz's current state.
 */
export const canReturn = (kind: ItemKind, place: PlaceFacts): boolean =>
  (ITEM_KINDS[kind].livesIn as readonly string[]).includes(place.kind);

/** Questions, slides and cases are allowed only in a quiz whose type has its own ones. */
const isRightQuiz = (kind: ItemKind, quizType: string | null): boolean =>
  !IN_QUIZZES.has(kind) || quizType === "Individual";

const COPIED_ANYWHERE: ReadonlySet<ItemKind> = new Set(["page", "folder", "quiz", "case", "radiology"]);

/** Whether a copy button is shown for an item in this place. */
export function hasCopyButton(kind: ItemKind, place: PlaceFacts): boolean {
  if (COPIED_ANYWHERE.has(kind)) return true;
  if (kind === "image") return place.kind === "course" || place.kind === "folder";
  return IN_QUIZZES.has(kind) && place.quizType === "Individual";
}

export function canRemove(kind: ItemKind, place: PlaceFacts): boolean {
  return ITEM_KINDS[kind].isRemovable && place.kind !== "quiz" && place.kind !== "quizSlides";
}
