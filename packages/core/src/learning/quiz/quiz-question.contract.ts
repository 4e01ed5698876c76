/**
 * Questions of a quiz and their answer options, for content managers. None of these calls is for learners.
 *
 * Source: spec part 1, sections 3, 5 and 7 ("Quiz question"); part 2, section 7.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { TITLE_MAX_CHARACTERS } from "../../content/item/item-text-limits.ts";
import { seenVersion } from "../../content/item/placed-content.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "../../content/rich-text/rich-text-allowlist.ts";
import { WKT_MAX_CHARACTERS } from "../../geometry/wkt.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";
import { CORRECT_ANSWER_MAX_CHARACTERS, OPTION_MAX_CHARACTERS } from "./question-limits.ts";
import { ANSWER_OPTIONS_MAX, isScore } from "./question-rules.ts";
import { QUESTION_TYPES, QUIZ_SUBJECT_KINDS } from "./quiz-types.ts";

/** More options may be sent than are stored, because empty ones are dropped. */
const OPTIONS_SENT_MAX = ANSWER_OPTIONS_MAX * 2;

const title = z.string().trim().min(1, "Enter a title for the question.").max(TITLE_MAX_CHARACTERS);
const optionText = z.string().max(OPTION_MAX_CHARACTERS);

/** Digits with up to two decimals, as a number or text; null or empty: none. */
const scoreSent = z
  .union([z.number(), z.string().trim(), z.null()])
  .refine((score) => score === null || score === "" || isScore(String(score)), {
    error: "A score is a number with at most 2 decimals, e.g. 1.25.",
  })
  .transform((score) => (score === null || score === "" ? null : Number(score)));

const answerOption = z.object({
  id,
  /** A to Z, by position. */
  label: z.string(),
  /** Empty for a pair. */
  option: z.string(),
  isCorrect: z.boolean(),
  left: z.string(),
  right: z.string(),
  /** WKT in slide pixels; null: not an annotation question. */
  region: z.string().nullable(),
});
export type AnswerOption = z.output<typeof answerOption>;

/** Version of the answer options that the client received. */
const optionsVersion = z.string().regex(/^[\w-]{1,64}$/);

export const quizQuestion = z.object({
  id,
  quizId: id,
  /** Its parent: the quiz, or one of its slides or cases. */
  parentId: id,
  title: z.string(),
  /** Formatted text. */
  content: z.string(),
  type: z.enum(QUESTION_TYPES),
  /** The parent quizSlide or quizCase; null: the quiz itself. */
  slideId: id.nullable(),
  /** Linked image or case, even while it is in the bin; null: only the parent. */
  itemId: id.nullable(),
  itemType: z.enum(QUIZ_SUBJECT_KINDS).nullable(),
  itemTitle: z.string().nullable(),
  thumbnail: z.string().nullable(),
  /** Null: not set. */
  score: z.number().nullable(),
  /** Key of a short answer; alternatives separated by `|`. */
  correctAnswer: z.string(),
  /** Explanation of the answer: formatted text, shown with the key. Omitted: none. */
  explanation: z.string().optional(),
  /** From 1, among the parent's children. */
  order: z.int(),
  answerOptions: z.array(answerOption),
  optionsVersion,
});
export type QuizQuestion = z.output<typeof quizQuestion>;

const answerOptionSent = z.strictObject({
  /** ID of an existing option; omitted for a new one. */
  id: id.optional(),
  option: optionText.default(""),
  isCorrect: z.boolean().default(false),
  left: optionText.default(""),
  right: optionText.default(""),
  region: z.string().max(WKT_MAX_CHARACTERS).nullable().default(null),
});

const newQuestion = {
  title,
  type: z.enum(QUESTION_TYPES, { error: "Choose a type for the question." }),
  content: z.string().max(RICH_TEXT_MAX_CHARACTERS).default(""),
  itemId: id.nullable().default(null),
  score: scoreSent.default(null),
  correctAnswer: z.string().trim().max(CORRECT_ANSWER_MAX_CHARACTERS).default(""),
  /** Formatted text, shown with the key. */
  explanation: z.string().max(RICH_TEXT_MAX_CHARACTERS).default(""),
  answerOptions: z
    .array(answerOptionSent.omit({ id: true }))
    .max(OPTIONS_SENT_MAX)
    .default([]),
};

export const createQuestion = {
  method: "POST",
  path: "/v2/quiz/question",
  summary: "Add a question to a quiz, or to one of its slides or cases",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({ parentId: id, ...newQuestion }),
  answer: quizQuestion,
} as const satisfies Call;

export const MANY_QUESTIONS_MAX = 100;

export const createQuestions = {
  method: "POST",
  path: "/v2/quiz/question/many",
  summary: "Add several questions to one parent, in the given order; all or none",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    parentId: id,
    questions: z.array(z.strictObject(newQuestion)).min(1).max(MANY_QUESTIONS_MAX),
  }),
  answer: z.array(quizQuestion),
} as const satisfies Call;

export const getQuestion = {
  method: "GET",
  path: "/v2/quiz/question/{id}",
  summary: "Get a question with its answer options",
  policy: "manageContent",
  params: idParams,
  answer: quizQuestion,
} as const satisfies Call;

export const getAnswerOption = {
  method: "GET",
  path: "/v2/quiz/answerOption/{id}",
  summary: "Get an answer option and its question",
  policy: "manageContent",
  params: idParams,
  answer: answerOption.extend({ questionId: id, quizId: id }),
} as const satisfies Call;

export const updateQuestion = {
  method: "PUT",
  path: "/v2/quiz/question/{id}",
  summary: "Update a question; omitted fields are unchanged, options are replaced as a whole",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    id: id.optional(),
    title: title.optional(),
    type: z.enum(QUESTION_TYPES).optional(),
    content: z.string().max(RICH_TEXT_MAX_CHARACTERS).optional(),
    itemId: id.nullable().optional(),
    score: scoreSent.optional(),
    correctAnswer: z.string().trim().max(CORRECT_ANSWER_MAX_CHARACTERS).optional(),
    explanation: z.string().max(RICH_TEXT_MAX_CHARACTERS).optional(),
    answerOptions: z.array(answerOptionSent).max(OPTIONS_SENT_MAX).optional(),
    /** Version of the options to be replaced; if omitted, the current ones are replaced unconditionally. */
    optionsVersion: optionsVersion.optional(),
    seen: z
      .strictObject({ title: seenVersion, content: seenVersion, correctAnswer: seenVersion, explanation: seenVersion })
      .optional(),
  }),
  answer: quizQuestion,
} as const satisfies Call;

/** An item removed from a quiz; binId restores it. */
export const removedFromQuiz = z.object({ id, quizId: id, parentId: id, binId: id });

export const deleteQuestion = {
  method: "PUT",
  path: "/v2/quiz/question/delete/{id}",
  summary: "Delete a question with its answer options",
  policy: "manageContent",
  params: idParams,
  answer: removedFromQuiz,
} as const satisfies Call;

/** Maximum that one import can add. */
const DELETED_QUESTIONS_MAX = 500;

export const deleteQuestions = {
  method: "PUT",
  path: "/v2/quiz/question/delete",
  summary: "Delete several questions of one quiz with their answer options; all or none",
  policy: "manageContent",
  body: z.strictObject({ ids: z.array(id).min(1).max(DELETED_QUESTIONS_MAX) }),
  /** In the order of the IDs. */
  answer: z.array(removedFromQuiz),
} as const satisfies Call;

export const QUIZ_QUESTION_PAGE_SIZE = 30;

export const listQuizQuestions = {
  method: "GET",
  path: "/v2/quiz/{quizId}/questions",
  summary:
    "List the questions of a quiz and of its slides and cases, or of one of these, 30 per page; a shorter page is the last",
  policy: "manageContent",
  params: z.object({ quizId: idText }),
  query: z.object({
    page: pageNumberText,
    /** Only children of this parent: the quiz itself, or a slide or case in it. */
    parent: idText.optional(),
  }),
  answer: z.array(quizQuestion),
} as const satisfies Call;

const ORDERED_QUESTIONS_MAX = 1_000;

export const orderQuestions = {
  method: "PUT",
  path: "/v2/quiz/question/order",
  summary: "Reorder the questions of a quiz or of one of its slides or cases",
  policy: "manageContent",
  body: z.strictObject({ parentId: id, questionIds: z.array(id).min(1).max(ORDERED_QUESTIONS_MAX) }),
  answer: z.array(quizQuestion),
} as const satisfies Call;

export const copyToIndividualQuiz = {
  method: "PUT",
  path: "/v2/quiz/question/copyToIndividualQuiz",
  summary:
    "Copy questions, slides and cases of quizzes into an Individual quiz, or questions under a slide or case of one",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({ ids: z.array(id).min(1).max(MANY_QUESTIONS_MAX), parentId: id }),
  /** The copies, in the order of the originals. */
  answer: z.object({ ids: z.array(id), quizId: id }),
} as const satisfies Call;
