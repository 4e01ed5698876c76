/**
 * A quiz for people who take it: an allowlist (threat T-03). Options and sides of pairs are named by tokens that are
 * new in each attempt, since IDs and their order could reveal which was written first.
 *
 * Source: spec part 1, section 3 ("Quiz", "Quiz question"); part 2, section 3 ("Question", "Answers payload");
 * decisions, "Quizzes".
 */
import { z } from "zod";
import { WKT_MAX_CHARACTERS } from "../../geometry/wkt.ts";
import { INTEGER_MAX, id } from "../../platform/ids.ts";
import { ANSWER_MAX_CHARACTERS, MARKS_MAX, MARKS_MAX_CHARACTERS, OPTION_TOKEN_PATTERN } from "./question-limits.ts";
import { ANSWER_OPTIONS_MAX } from "./question-rules.ts";
import { QUESTION_TYPES, QUIZ_SUBJECT_KINDS } from "./quiz-types.ts";

/** An option, or a side of a pair, in one attempt. */
const token = z.string().regex(OPTION_TOKEN_PATTERN);

const marks = z
  .array(z.string().min(1).max(WKT_MAX_CHARACTERS))
  .max(MARKS_MAX)
  .refine((texts) => texts.reduce((sum, text) => sum + text.length, 0) <= MARKS_MAX_CHARACTERS, {
    error: "The marks of this answer have too many points. Remove some, or draw them more simply.",
  });

/** The answer, by type of question. */
const answerOfType = {
  "short-answer": z.string().max(ANSWER_MAX_CHARACTERS),
  /** Null: nothing selected. */
  "multiple-choice": token.nullable(),
  "multiple-answer": z.array(token).max(ANSWER_OPTIONS_MAX),
  matching: z.array(z.strictObject({ left: token, right: token })).max(ANSWER_OPTIONS_MAX),
  /** WKT in slide pixels. */
  annotation: marks,
} as const;

const sentFields = {
  questionId: id,
  /** Common quiz: the slide or case of the question. */
  itemId: id.nullable().default(null),
  /** The person's own reminder flag. */
  isMarked: z.boolean().default(false),
  /** Self-test: the answer is final and scored immediately. */
  isChecked: z.boolean().default(false),
  /**
   * Increasing number of the change; an older one never replaces a newer one. If omitted, newer than the stored one.
   */
  rev: z.int().min(1).max(INTEGER_MAX).optional(),
};

export const quizAnswerSent = z.discriminatedUnion("questionType", [
  z.strictObject({ ...sentFields, questionType: z.literal("short-answer"), answer: answerOfType["short-answer"] }),
  z.strictObject({
    ...sentFields,
    questionType: z.literal("multiple-choice"),
    answer: answerOfType["multiple-choice"],
  }),
  z.strictObject({
    ...sentFields,
    questionType: z.literal("multiple-answer"),
    answer: answerOfType["multiple-answer"],
  }),
  z.strictObject({ ...sentFields, questionType: z.literal("matching"), answer: answerOfType.matching }),
  z.strictObject({ ...sentFields, questionType: z.literal("annotation"), answer: answerOfType.annotation }),
]);
export type QuizAnswerSent = z.output<typeof quizAnswerSent>;

/** The result of an answer: points with at most two decimals. */
const verdict = z.object({ isRight: z.boolean(), score: z.number(), maxScore: z.number() });
export type AnswerVerdict = z.output<typeof verdict>;

/** The key of a question. */
const solution = z.object({
  /** Accepted texts of a short answer. */
  texts: z.array(z.string()),
  options: z.array(token),
  pairs: z.array(z.object({ left: token, right: token })),
  /** WKT in slide pixels. */
  regions: z.array(z.object({ title: z.string(), wkt: z.string() })),
  /** Explanation: formatted text. Omitted: none. */
  explanation: z.string().optional(),
});
export type AnswerSolution = z.output<typeof solution>;

/** An answer as it is stored. */
export const quizAnswer = z.object({
  questionId: id,
  itemId: id.nullable(),
  questionType: z.enum(QUESTION_TYPES),
  /** In the form of its question's type; null: not answered. */
  answer: z
    .union([z.string(), z.array(z.string()), z.array(z.object({ left: z.string(), right: z.string() }))])
    .nullable(),
  isMarked: z.boolean(),
  isChecked: z.boolean(),
  isSubmitted: z.boolean(),
  rev: z.int(),
  /** Null: not scored, or not visible. */
  verdict: verdict.nullable(),
  /** Null: not visible. */
  solution: solution.nullable(),
  /** Manual points and comment of a teacher, after submission; omitted: none, or not visible. */
  mark: z
    .object({ points: z.object({ score: z.number(), maxScore: z.number() }).nullable(), comment: z.string() })
    .optional(),
});
export type QuizAnswer = z.output<typeof quizAnswer>;

const side = z.object({ id: token, text: z.string() });

const takenQuestion = z.object({
  id,
  /** Common quiz: the slide or case of the question. */
  itemId: id.nullable(),
  /** The parent quizSlide or quizCase; null: the quiz itself. */
  slideId: id.nullable(),
  /** From 1, over the whole quiz. */
  order: z.int(),
  /** Empty in an Auto-Generated quiz: the interface shows “What is shown?” in the reader's language. */
  title: z.string(),
  /** Formatted text. */
  content: z.string(),
  questionType: z.enum(QUESTION_TYPES),
  /** Maximum points; null: not scored. */
  maxScore: z.number().nullable(),
  /** In the order of this attempt. */
  quizAnswerOptions: z.array(z.object({ id: token, label: z.string(), option: z.string() })),
  /** Matching question; the right sides have an order of their own. */
  lefts: z.array(side),
  rights: z.array(side),
  /** The slide or case to look at; null: none. Its title and thumbnail are null while they could be the answer. */
  subject: z
    .object({ id, kind: z.enum(QUIZ_SUBJECT_KINDS), title: z.string().nullable(), thumbnail: z.string().nullable() })
    .nullable(),
});
export type TakenQuestion = z.output<typeof takenQuestion>;

/** For content managers: their preview instead of a counted attempt. */
export const previewFlag = z.boolean().default(false);
/** The same as a query parameter. */
export const previewText = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");

/** The server's clock. */
export const quizClock = z.object({
  quizId: id,
  /** Seconds; null: no time limit. */
  remaining: z.int().nullable(),
  /** Instants, ISO 8601. */
  deadline: z.iso.datetime().nullable(),
  serverNow: z.iso.datetime(),
});
export type QuizClock = z.output<typeof quizClock>;

/** Fields of a started or submitted quiz. */
export const takenFields = {
  isInitialized: z.literal(true),
  attemptNo: z.int(),
  isSubmitted: z.boolean(),
  startedAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
  /** Whether the time ran out before the person submitted. */
  isEndedByClock: z.boolean(),
  clock: quizClock,
  isOrdered: z.boolean(),
  /** Whether all questions are on one page; otherwise one at a time. */
  isOnOnePage: z.boolean(),
  isAutomaticallyNumbered: z.boolean(),
  isAutoEvaluationEnabled: z.boolean(),
  isSelftestEnabled: z.boolean(),
  hideSubmittedQuestions: z.boolean(),
  /** Empty after submission if submitted questions are hidden. */
  questions: z.array(takenQuestion),
  answers: z.array(quizAnswer),
  /** Points of all scored questions; null: not submitted, or not evaluated automatically. */
  result: z.object({ score: z.number(), maxScore: z.number() }).nullable(),
};
