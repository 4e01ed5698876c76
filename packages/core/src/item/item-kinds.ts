/**
 * One row per kind of thing in the content tree: what is true of it wherever it appears.
 *
 * Sources: spec part 1, section 3 (tree item types, entity types); part 2, section 2 (URL segments) and section 4
 * (paste rules).
 */

interface ItemKindFacts {
  /** Word before the id in a public URL (`f3`, `course2`); null: it has no page of its own. */
  readonly segment: string | null;
  /** Kinds of parent that it can be pasted into. */
  readonly pasteInto: readonly string[];
  /** Name that assignments use to allow or deny it; null: it cannot be assigned. */
  readonly entityType: string | null;
}

export const ITEM_KINDS = {
  course: { segment: "course", pasteInto: [], entityType: null },
  folder: { segment: "f", pasteInto: ["folder", "course"], entityType: "sz-folder" },
  image: { segment: "i", pasteInto: ["case", "folder", "course"], entityType: "sz-image" },
  case: { segment: "c", pasteInto: ["folder", "course"], entityType: "sz-case" },
  quiz: { segment: "q", pasteInto: ["folder", "course"], entityType: "sz-quiz" },
  quizQuestions: { segment: null, pasteInto: [], entityType: null },
  quizSlides: { segment: null, pasteInto: [], entityType: null },
  quizQuestion: { segment: "qs", pasteInto: ["quiz", "quizQuestions", "quizSlide", "quizCase"], entityType: null },
  quizSlide: { segment: null, pasteInto: ["quiz", "quizSlides"], entityType: null },
  quizCase: { segment: null, pasteInto: ["quiz", "quizSlides"], entityType: null },
  quizAnswerOption: { segment: null, pasteInto: [], entityType: null },
  embed: { segment: "embed", pasteInto: [], entityType: "sz-embed" },
  page: { segment: "p", pasteInto: ["folder", "course"], entityType: "sz-page" },
  radiology: { segment: "r", pasteInto: ["folder", "course"], entityType: "sz-radiology" },
  enrollment: { segment: "enroll", pasteInto: [], entityType: "sz-enrollment" },
  textbook: { segment: "t", pasteInto: [], entityType: "sz-textbook" },
  attachment: { segment: "a", pasteInto: [], entityType: "sz-attachment" },
} as const satisfies Record<string, ItemKindFacts>;

export type ItemKind = keyof typeof ITEM_KINDS;

export const ITEM_KIND_NAMES = Object.keys(ITEM_KINDS) as [ItemKind, ...ItemKind[]];
