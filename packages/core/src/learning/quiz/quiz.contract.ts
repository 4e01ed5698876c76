/**
 * Quizzes: editing by content managers, and what others see of one before they take it.
 *
 * Source: spec part 1, sections 3, 5 and 7 ("Quiz"); part 2, sections 3 and 7; decisions, "Quizzes".
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { title } from "../../content/item/item-text.contract.ts";
import { seenVersion } from "../../content/item/placed-content.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "../../content/rich-text/rich-text-allowlist.ts";
import { tags } from "../../content/tag/tag.contract.ts";
import { EMAIL_MAX_CHARACTERS } from "../../people/work-group/email-address.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { quizQuestion, removedFromQuiz } from "./quiz-question.contract.ts";
import { QUIZ_SLIDES_MAX, TIMER_DURATION_MAX_S } from "./quiz-rules.ts";
import { QUIZ_SUBJECT_KINDS, QUIZ_TYPES } from "./quiz-types.ts";
import { previewText, takenFields } from "./taken-quiz.contract.ts";

const quizType = z.enum(QUIZ_TYPES);
const subjectKind = z.enum(QUIZ_SUBJECT_KINDS);

/** An image or case in a quiz: an item of its own, with questions under it. */
const quizSlide = z.object({
  id,
  type: z.enum(["quizSlide", "quizCase"]),
  title: z.string(),
  /** The image or case. */
  itemId: id,
  itemType: subjectKind,
  itemTitle: z.string(),
  thumbnail: z.string().nullable(),
  /** From 1. */
  order: z.int(),
  isActive: z.boolean(),
  /** All questions under it, in order. */
  questionIds: z.array(id),
  questions: z.array(quizQuestion),
});
export type QuizSlide = z.output<typeof quizSlide>;

const quizFields = {
  id,
  itemId: id,
  postId: id,
  title: z.string(),
  /** Formatted text. */
  content: z.string(),
  thumbnail: z.string().nullable(),
  type: quizType,
  /** Seconds; null: no time limit. */
  timerDuration: z.int().nullable(),
  isBlocked: z.boolean(),
  /** From the course down to this quiz. */
  path: z.array(crumb),
  questionCount: z.int(),
  slideCount: z.int(),
};

const authoredQuiz = z.object({
  ...quizFields,
  view: z.literal("authoring"),
  tags: z.array(z.string()),
  /** ID of the thumbnail in the media library; null: none chosen. */
  thumbnailMediaId: id.nullable(),
  /** Folder or course whose images it asks about; null: its own slides and cases. */
  sourceFolder: id.nullable(),
  sourceFolderTitle: z.string().nullable(),
  /** Number of images in it; 0 without one. */
  sourceImageCount: z.int(),
  isOrdered: z.boolean(),
  /** No effect if questions are answered in order. */
  isOnOnePage: z.boolean(),
  isAutoEvaluationEnabled: z.boolean(),
  isAutomaticallyNumbered: z.boolean(),
  isSelftestEnabled: z.boolean(),
  hideSubmittedQuestions: z.boolean(),
  isAnswerOptionShuffleEnabled: z.boolean(),
  notificationEmail: z.string(),
  /** User group; null: none. */
  assignUserTo: id.nullable(),
  consensusThreshold: z.number(),
  /** Its slides and cases in order, each with its questions. */
  slides: z.array(quizSlide),
  /** All questions directly in the quiz, in order. */
  questionIds: z.array(id),
  /** Questions directly in the quiz, in order. */
  questions: z.array(quizQuestion),
  userCanEdit: z.boolean(),
  /** The latest reset that can be undone; null: none. Omitted by calls that change the quiz. */
  lastReset: z.object({ resetId: z.uuid(), date: z.iso.datetime(), attemptCount: z.int() }).nullable().optional(),
});
export type AuthoredQuiz = z.output<typeof authoredQuiz>;

/** Omitted: a counted attempt. */
const isPreview = z.literal(true).optional();

/** The quiz before it is taken. An allowlist without questions, options or keys. */
const announcedQuiz = z.object({
  ...quizFields,
  isPreview,
  view: z.literal("announcement"),
  isInitialized: z.literal(false),
  answers: z.array(z.never()),
});
export type AnnouncedQuiz = z.output<typeof announcedQuiz>;

/** The quiz for a person who has started or submitted it. An allowlist. */
export const takenQuiz = z.object({ ...quizFields, isPreview, view: z.literal("taking"), ...takenFields });
export type TakenQuiz = z.output<typeof takenQuiz>;

export const getQuiz = {
  method: "GET",
  path: "/v2/quiz/{id}",
  summary: "Get a quiz: complete for content managers; for others a summary, and their attempt once they have started",
  policy: "seesSite",
  params: idParams,
  query: z.object({
    parent: idText.optional(),
    /** For content managers: the quiz as in their preview. */
    preview: previewText,
    /** "ids": only the IDs of its questions; `listQuizQuestions` returns them in pages. */
    questions: z.literal("ids").optional(),
  }),
  answer: z.discriminatedUnion("view", [authoredQuiz, announcedQuiz, takenQuiz]),
} as const satisfies Call;

export const QUIZ_PAGE_SIZE = 30;

export const listQuizzes = {
  method: "GET",
  path: "/v2/quiz",
  summary: "List quizzes by title, newest first, 30 per page",
  policy: "manageContent",
  query: z.object({
    page: pageNumberText,
    q: searchText,
    /** Default: any type. */
    type: quizType.optional(),
  }),
  answer: z.array(z.object({ id, title: z.string(), type: quizType, questionCount: z.int() })),
} as const satisfies Call;

/** The item that a quiz shows. */
const subject = z.strictObject({ itemType: subjectKind, itemId: id });

export const createQuiz = {
  method: "POST",
  path: "/v2/quiz",
  summary: "Create a quiz in a course or folder; with image or case as type, add that item to the quiz given by quizId",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    /** Kind of itemId: the parent of a new quiz, or the item to be added to a quiz. */
    itemType: z.enum(["course", "folder", ...QUIZ_SUBJECT_KINDS]),
    itemId: id,
    /** Title of the new quiz, or of the slide in it (default: title of the image). */
    title: title.optional(),
    /** For an image or case: the quiz to add it to. */
    quizId: id.optional(),
    type: quizType.default("Individual"),
    sourceFolder: id.nullable().default(null),
    /** Slides and cases of the new quiz. */
    slides: z.array(subject).max(QUIZ_SLIDES_MAX).default([]),
  }),
  answer: authoredQuiz,
} as const satisfies Call;

export const updateQuiz = {
  method: "PUT",
  path: "/v2/quiz/{id}",
  summary: "Update a quiz; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    id: id.optional(),
    title: title.optional(),
    content: z.string().max(RICH_TEXT_MAX_CHARACTERS).optional(),
    type: quizType.optional(),
    sourceFolder: id.nullable().optional(),
    isOrdered: z.boolean().optional(),
    isOnOnePage: z.boolean().optional(),
    isBlocked: z.boolean().optional(),
    isAutoEvaluationEnabled: z.boolean().optional(),
    isAutomaticallyNumbered: z.boolean().optional(),
    isSelftestEnabled: z.boolean().optional(),
    hideSubmittedQuestions: z.boolean().optional(),
    isAnswerOptionShuffleEnabled: z.boolean().optional(),
    timerDuration: z.int().min(1).max(TIMER_DURATION_MAX_S).nullable().optional(),
    notificationEmail: z.string().trim().max(EMAIL_MAX_CHARACTERS).optional(),
    /** User group; null: none. */
    assignUserTo: id.nullable().optional(),
    tags: tags.optional(),
    /** Thumbnail in the media library; null: remove. */
    thumbnailMediaId: id.nullable().optional(),
    consensusThreshold: z.number().min(0).max(1).optional(),
    seen: z.strictObject({ title: seenVersion, content: seenVersion }).optional(),
  }),
  answer: authoredQuiz,
} as const satisfies Call;

export const setQuizSlides = {
  method: "PUT",
  path: "/v2/quiz/{id}/slides",
  summary:
    "Set the slides and cases of a quiz in order: unlisted ones are removed with their questions, new ones added",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    slides: z.array(subject).max(QUIZ_SLIDES_MAX),
    /** IDs of all its slides and cases as the client received them; if omitted, they are not compared. */
    knownSlideIds: z.array(id).max(QUIZ_SLIDES_MAX).optional(),
  }),
  answer: authoredQuiz,
} as const satisfies Call;

export const orderQuizSlides = {
  method: "PUT",
  path: "/v2/quiz/slides/order",
  summary: "Reorder the slides and cases of a quiz",
  policy: "manageContent",
  body: z.strictObject({ quizId: id, slideIds: z.array(id).min(1).max(QUIZ_SLIDES_MAX) }),
  answer: authoredQuiz,
} as const satisfies Call;

export const copyQuiz = {
  method: "POST",
  path: "/v2/quiz/copy",
  summary: "Copy a quiz, with its slides, questions and options, to a course or folder",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({ id, parentId: id }),
  answer: authoredQuiz,
} as const satisfies Call;

export const deleteQuizItem = {
  method: "PUT",
  path: "/v2/quiz/{quizId}/deleteItem/{type}/{id}",
  summary: "Delete a slide, case, question or answer option from a quiz, with its children",
  policy: "manageContent",
  params: z.object({
    quizId: idText,
    type: z.enum(["quizSlide", "quizCase", "quizQuestion", "quizAnswerOption"]),
    id: idText,
  }),
  answer: removedFromQuiz,
} as const satisfies Call;
