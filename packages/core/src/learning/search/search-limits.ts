/** Limits of queries and results. */
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "../../content/item/item-kinds.ts";

/** Longer queries are rejected. */
export const SEARCH_QUERY_MAX_CHARACTERS = 200;
/** Words of a query that are used; further ones are ignored. */
export const SEARCH_WORDS_MAX = 8;
export const SEARCH_PAGE_SIZE = 20;
export const SEARCH_PAGE_SIZE_MAX = 50;
/** Highest page number; queries with more results need to be refined. */
export const SEARCH_PAGE_MAX = 500;
export const SEARCH_FILTERS_MAX = 20;

/** Source: spec part 2, sections 5 and 9 ("longer than 1 character, debounced 500 ms"). */
export const SUGGESTION_MIN_CHARACTERS = 2;
export const SUGGESTION_PAUSE_MS = 500;
export const SUGGESTIONS_MAX = 6;

/** Kinds of item that are never found, because the content of a quiz reveals its answers. */
const NEVER_FOUND: ReadonlySet<string> = new Set([
  "quizQuestions",
  "quizSlides",
  "quizQuestion",
  "quizSlide",
  "quizCase",
  "quizAnswerOption",
]);

const FOUND_ITEM_KINDS: readonly ItemKind[] = ITEM_KIND_NAMES.filter(
  (kind) => !NEVER_FOUND.has(kind) && ITEM_KINDS[kind].segment !== null,
);

/** Kind of a result: an item kind, or an annotation on a slide. */
export const FOUND_KINDS: readonly [FoundKind, ...FoundKind[]] = ["annotation", ...FOUND_ITEM_KINDS];
export type FoundKind = ItemKind | "annotation";
