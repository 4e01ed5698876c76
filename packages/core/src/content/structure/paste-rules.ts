/**
 * What may stand where: the rules of adding, moving, pasting, copying and removing, over the table of kinds.
 *
 * Virtual courses need no rule: nothing of them is stored, so that they stand in no tree and no call finds them as a parent.
 *
 * Source: spec part 2, section 4, "Slide manager tree operations".
 */
import { ITEM_KINDS, type ItemKind } from "../item/item-kinds.ts";

/** What a rule must know of the place where something is to stand. */
export interface PlaceFacts {
  readonly kind: ItemKind;
  /** Of a quiz, and of what stands in a quiz the type of that; else null. */
  readonly quizType: string | null;
}

const IN_QUIZZES: ReadonlySet<ItemKind> = new Set(["quizQuestion", "quizSlide", "quizCase"]);

export function canPaste(kind: ItemKind, place: PlaceFacts): boolean {
  return (ITEM_KINDS[kind].pasteInto as readonly string[]).includes(place.kind) && isRightQuiz(kind, place.quizType);
}

export function canLiveIn(kind: ItemKind, place: PlaceFacts): boolean {
  return (ITEM_KINDS[kind].livesIn as readonly string[]).includes(place.kind) && isRightQuiz(kind, place.quizType);
}

/** What is created in a quiz that is not Individual: a Common one asks its own questions of its items. */
const ADDED_TO_QUIZ: Readonly<Record<string, readonly ItemKind[]>> = {
  Common: ["quizQuestion", "quizSlide", "quizCase"],
  "Auto-Generated": ["quizSlide", "quizCase"],
};

/** Whether something new is created there. The document of a textbook comes with the textbook. */
export function canBeAdded(kind: ItemKind, place: PlaceFacts): boolean {
  if (place.kind === "textbook") return false;
  const isAddedToQuiz = place.kind === "quiz" && (ADDED_TO_QUIZ[place.quizType ?? ""]?.includes(kind) ?? false);
  return isAddedToQuiz || canLiveIn(kind, place);
}

/** Into a place that has changed since: what the rules of quizzes say beyond that is checked of the quiz as it is then. */
export const canReturn = (kind: ItemKind, place: PlaceFacts): boolean =>
  (ITEM_KINDS[kind].livesIn as readonly string[]).includes(place.kind);

/** Questions, slides and cases of a quiz only in one whose type has its own ones. */
const isRightQuiz = (kind: ItemKind, quizType: string | null): boolean =>
  !IN_QUIZZES.has(kind) || quizType === "Individual";

const COPIED_ANYWHERE: ReadonlySet<ItemKind> = new Set(["page", "folder", "quiz", "case", "radiology"]);

/** Whether a copy button is offered for what stands in this place. */
export function hasCopyButton(kind: ItemKind, place: PlaceFacts): boolean {
  if (COPIED_ANYWHERE.has(kind)) return true;
  if (kind === "image") return place.kind === "course" || place.kind === "folder";
  return IN_QUIZZES.has(kind) && place.quizType === "Individual";
}

export function canRemove(kind: ItemKind, place: PlaceFacts): boolean {
  return ITEM_KINDS[kind].isRemovable && place.kind !== "quiz" && place.kind !== "quizSlides";
}
