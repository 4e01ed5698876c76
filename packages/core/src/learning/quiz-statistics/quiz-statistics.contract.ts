/**
 * Statistics of a quiz: what the class did not understand.
 *
 * Source: issue 14, part 5; field.md, 5.9.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { QUESTION_TYPES, QUIZ_TYPES } from "../quiz/quiz-types.ts";

/** Classes of the histogram of points. */
export const HISTOGRAM_CLASSES = 10;
/** Texts that were given most often to a question with short answers. */
export const TEXTS_SHOWN = 8;
/** Attempts that are counted: those that were submitted first. */
export const STATISTICS_ATTEMPTS_MAX = 5_000;

/** null: not defined for these attempts. */
const figure = z.number().nullable();

/** How often something was chosen: by all, and by thirds of the class, by their points. */
const count = z.object({
  /** Option, pair or text. */
  text: z.string(),
  /** null: not known. */
  isRight: z.boolean().nullable(),
  count: z.int(),
  upper: z.int(),
  middle: z.int(),
  lower: z.int(),
});
export type AnswerCount = z.output<typeof count>;

const questionStatistics = z.object({
  questionId: id,
  /** In a Common quiz: what it is asked of. */
  itemId: id.nullable(),
  /** Of the slide or case; null: none. */
  subjectTitle: z.string().nullable(),
  /** From 1. */
  order: z.int(),
  title: z.string(),
  questionType: z.enum(QUESTION_TYPES),
  /** null: it is not judged, and has no figures. */
  maxScore: figure,
  /** Attempts that were asked it. */
  askedCount: z.int(),
  /** In per cent, as all that follow. */
  facility: figure,
  standardDeviation: figure,
  discriminationIndex: figure,
  discriminativeEfficiency: figure,
  intendedWeight: figure,
  effectiveWeight: figure,
  /** Attempts in which it was left open. */
  openCount: z.int(),
  answers: z.array(count),
});
export type QuestionFigures = z.output<typeof questionStatistics>;

const statistics = z.object({
  quizId: id,
  title: z.string(),
  type: z.enum(QUIZ_TYPES),
  /** First submitted attempts, one of each person. */
  submittedCount: z.int(),
  /** Those of them that the figures are of: they were asked all questions that have figures. */
  attempts: z.int(),
  /** Points that can be earned for the questions that have figures. */
  maxScore: z.number(),
  mean: figure,
  median: figure,
  /** In points. */
  standardDeviation: figure,
  skewness: figure,
  kurtosis: figure,
  /** Cronbach's alpha, in per cent. */
  internalConsistency: figure,
  /** In per cent. */
  errorRatio: figure,
  /** In points. */
  standardError: figure,
  /** Attempts by their share of the points, in equal classes from 0 to 100 %. */
  histogram: z.array(z.int()),
  questions: z.array(questionStatistics),
});
export type QuizFigures = z.output<typeof statistics>;

export const getQuizStatistics = {
  method: "GET",
  path: "/v2/quiz/{id}/statistics",
  summary: "Get the statistics of a quiz and its questions, from the first submitted attempt of each person",
  policy: "manageContent",
  params: idParams,
  answer: statistics,
} as const satisfies Call;
