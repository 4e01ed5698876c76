/**
 * One row per kind of item in the content tree: the facts that hold wherever it appears.
 *
 * Sources: spec part 1, section 3 (tree item types, entity types); part 2, section 2 (URL segments) and section 4
 * (paste rules). Removal is allowed "only for listed item types (list not shown)": we allow all that the tree itself
 * contains; items of a quiz are removed by the quiz's own calls.
 */

interface ItemKindFacts {
  /** Word before the ID in a public URL (`f3`, `course2`); null: it has no page. */
  readonly segment: string | null;
  /** Kinds of parent it can be pasted into. */
  readonly pasteInto: readonly string[];
  /** Kinds of parent it can be added to, or moved to by dragging. */
  readonly livesIn: readonly string[];
  /** Whether the slide manager can remove it from a parent (into the bin). */
  readonly isRemovable: boolean;
  /** Name by which assignments allow or deny it; null: it cannot be assigned. */
  readonly entityType: string | null;
}

export const ITEM_KINDS = {
  course: {
    segment: "course",
    pasteInto: [],
    livesIn: [],
    isRemovable: true,
    entityType: null,
  },
  folder: {
    segment: "f",
    pasteInto: ["folder", "course"],
    livesIn: ["folder", "course"],
    isRemovable: true,
    entityType: "sz-folder",
  },
  image: {
    segment: "i",
    pasteInto: ["case", "folder", "course"],
    livesIn: ["case", "folder", "course"],
    isRemovable: true,
    entityType: "sz-image",
  },
  case: {
    segment: "c",
    pasteInto: ["folder", "course"],
    livesIn: ["folder", "course"],
    isRemovable: true,
    entityType: "sz-case",
  },
  quiz: {
    segment: "q",
    pasteInto: ["folder", "course"],
    livesIn: ["folder", "course"],
    isRemovable: true,
    entityType: "sz-quiz",
  },
  quizQuestions: {
    segment: null,
    pasteInto: [],
    livesIn: [],
    isRemovable: false,
    entityType: null,
  },
  quizSlides: {
    segment: null,
    pasteInto: [],
    livesIn: [],
    isRemovable: false,
    entityType: null,
  },
  quizQuestion: {
    segment: "qs",
    pasteInto: ["quiz", "quizQuestions", "quizSlide", "quizCase"],
    livesIn: ["quiz", "quizSlide", "quizCase"],
    isRemovable: false,
    entityType: null,
  },
  quizSlide: {
    segment: null,
    pasteInto: ["quiz", "quizSlides"],
    livesIn: ["quiz"],
    isRemovable: false,
    entityType: null,
  },
  quizCase: {
    segment: null,
    pasteInto: ["quiz", "quizSlides"],
    livesIn: ["quiz"],
    isRemovable: false,
    entityType: null,
  },
  quizAnswerOption: {
    segment: null,
    pasteInto: [],
    livesIn: ["quizQuestion"],
    isRemovable: false,
    entityType: null,
  },
  embed: {
    segment: "embed",
    pasteInto: [],
    livesIn: ["folder", "course"],
    isRemovable: true,
    entityType: "sz-embed",
  },
  page: {
    segment: "p",
    pasteInto: ["folder", "course"],
    livesIn: ["folder", "course"],
    isRemovable: true,
    entityType: "sz-page",
  },
  radiology: {
    segment: "r",
    pasteInto: ["folder", "course"],
    livesIn: ["folder", "course"],
    isRemovable: true,
    entityType: "sz-radiology",
  },
  enrollment: {
    segment: "enroll",
    pasteInto: [],
    livesIn: ["folder", "course"],
    isRemovable: true,
    entityType: "sz-enrollment",
  },
  textbook: {
    segment: "t",
    pasteInto: [],
    livesIn: ["folder", "course"],
    isRemovable: true,
    entityType: "sz-textbook",
  },
  attachment: {
    segment: "a",
    pasteInto: ["folder", "course", "image"],
    // The PDF of a textbook is placed in the textbook and can be restored there; nothing can be pasted there.
    livesIn: ["folder", "course", "image", "textbook"],
    isRemovable: true,
    entityType: "sz-attachment",
  },
} as const satisfies Record<string, ItemKindFacts>;

export type ItemKind = keyof typeof ITEM_KINDS;

export const ITEM_KIND_NAMES = Object.keys(ITEM_KINDS) as [ItemKind, ...ItemKind[]];
