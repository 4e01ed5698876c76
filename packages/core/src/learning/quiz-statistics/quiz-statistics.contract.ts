/**
 * Statistics of a quiz and its questions.
 *
 * Source: issue 14, part 5; field.md, 5.9.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { QUESTION_TYPES, QUIZ_TYPES } from "../quiz/quiz-types.ts";

/** Classes of the histogram of points. */
export const HISTOGRAM_CLASSES = 10;
/** Number of texts shown for a short-answer question, the most frequent first. */
export const TEXTS_SHOWN = 8;
/** Counted attempts: those submitted first. */
export const STATISTICS_ATTEMPTS_MAX = 5_000;

/** Null: undefined for these attempts. */
const figure = z.number().nullable();

/** How often something was chosen: in total, and by thirds of the class. */
const count = z.object({
  /** Option, pair or text. */
  text: z.string(),
  /** Null: unknown. */
  isRight: z.boolean().nullable(),
  count: z.int(),
  upper: z.int(),
  middle: z.int(),
  lower: z.int(),
});
export type AnswerCount = z.output<typeof count>;

const questionStatistics = z.object({
  questionId: id,
  /** Common quiz: the slide or case of the question. */
  itemId: id.nullable(),
  /** Title of the slide or case; null: none. */
  subjectTitle: z.string().nullable(),
  /** From 1. */
  order: z.int(),
  title: z.string(),
  questionType: z.enum(QUESTION_TYPES),
  /** Null: it is not scored and has no statistics. */
  maxScore: figure,
  /** Attempts that contained it. */
  askedCount: z.int(),
  /** In percent, like all that follow. */
  facility: figure,
  standardDeviation: figure,
  discriminationIndex: figure,
  discriminativeEfficiency: figure,
  intendedWeight: figure,
  effectiveWeight: figure,
  /** Attempts in which it was not answered. */
  openCount: z.int(),
  answers: z.array(count),
});
export type QuestionFigures = z.output<typeof questionStatistics>;

const statistics = z.object({
  quizId: id,
  title: z.string(),
  type: z.enum(QUIZ_TYPES),
  /** First submitted attempts, one per person. */
  submittedCount: z.int(),
  /** Attempts in the statistics: those that contained all questions with statistics. */
  attempts: z.int(),
  /** Maximum points of the questions with statistics. */
  maxScore: z.number(),
  mean: figure,
  median: figure,
  /** In points. */
  standardDeviation: figure,
  skewness: figure,
  kurtosis: figure,
  /** Cronbach's alpha, in percent. */
  internalConsistency: figure,
  /** In percent. */
  errorRatio: figure,
  /** In points. */
  standardError: figure,
  /** Number of attempts by their percentage of the points, in equal classes from 0 to 100 %. */
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
