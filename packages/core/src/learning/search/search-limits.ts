/** What can be searched for, and how much of it is answered. */
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "../../content/item/item-kinds.ts";

/** Longer queries are refused. */
export const SEARCH_QUERY_MAX_CHARACTERS = 200;
/** Words of a question that are looked for; what follows them is left aside. */
export const SEARCH_WORDS_MAX = 8;
export const SEARCH_PAGE_SIZE = 20;
export const SEARCH_PAGE_SIZE_MAX = 50;
/** Pages further on are not asked for: a question that has so many answers wants another word. */
export const SEARCH_PAGE_MAX = 500;
export const SEARCH_FILTERS_MAX = 20;

/** Source: spec part 2, sections 5 and 9 ("longer than 1 character, debounced 500 ms"). */
export const SUGGESTION_MIN_CHARACTERS = 2;
export const SUGGESTION_PAUSE_MS = 500;
export const SUGGESTIONS_MAX = 6;

/** Kinds of item that are never found: what stands in a quiz tells its answers. */
const NEVER_FOUND: ReadonlySet<string> = new Set([
  "quizQuestions",
  "quizSlides",
  "quizQuestion",
  "quizSlide",
  "quizCase",
  "quizAnswerOption",
]);

export const FOUND_ITEM_KINDS: readonly ItemKind[] = ITEM_KIND_NAMES.filter(
  (kind) => !NEVER_FOUND.has(kind) && ITEM_KINDS[kind].segment !== null,
);

/** Of a result: an item's own kind, or an annotation on a slide. */
export const FOUND_KINDS: readonly [FoundKind, ...FoundKind[]] = ["annotation", ...FOUND_ITEM_KINDS];
export type FoundKind = ItemKind | "annotation";
