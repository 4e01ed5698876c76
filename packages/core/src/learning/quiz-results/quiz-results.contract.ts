/**
 * Results of a quiz, as those read them who manage content: one row for each learner, while the quiz runs and afterwards.
 *
 * Source: spec part 2, section 5 ("export and print quiz results"); issue 14, part 5.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { REGISTRATION_LANGUAGES } from "../../sharing/enrollment/registrations-csv.ts";
import { takenQuiz } from "../quiz/quiz.contract.ts";
import { QUESTION_TYPES } from "../quiz/quiz-types.ts";
import { COMMENT_MAX_CHARACTERS } from "./mark-rules.ts";
import { ATTEMPT_CHOICES, LISTED_STATES, RESULT_SORTS, RESULT_STATES } from "./result-rules.ts";

export const RESULTS_PAGE_SIZE = 50;

const page = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .default(1);

const learner = z.object({
  /** null: not started. */
  attemptId: id.nullable(),
  userId: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(LISTED_STATES),
  /** From 1; removed attempts keep their numbers. 0: not started. */
  attemptNo: z.int(),
  /** Attempts of this person that were not removed. */
  attemptCount: z.int(),
  /** Points with at most two decimals; null: not submitted, or nothing could be judged. */
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  /** Questions of a submitted attempt without points: they have no key, and nobody has marked them. */
  toMarkCount: z.int(),
  /** null: not started. */
  startedAt: z.iso.datetime().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  /** Whole seconds from the start to the submission; null: not submitted. */
  durationS: z.int().nullable(),
  /** Of an attempt that runs; null of others. */
  progress: z
    .object({
      answeredCount: z.int(),
      /** The question that was changed last, from 1 in the order of the quiz; null: none yet, or it was removed. */
      questionNumber: z.int().nullable(),
      /** Whole seconds since the page of this person sent anything. */
      silentS: z.int(),
      /** Whole seconds; null: no time limit. */
      remainingS: z.int().nullable(),
    })
    .nullable(),
});
export type LearnerResult = z.output<typeof learner>;

const results = z.object({
  quizId: id,
  title: z.string(),
  questionCount: z.int(),
  /** Of all learners, whatever is searched for. */
  counts: z.object({
    started: z.int(),
    submitted: z.int(),
    outOfTime: z.int(),
    /** Learners to whom the quiz is open through user groups; null: it is open to everybody, and nobody is listed. */
    notStarted: z.int().nullable(),
  }),
  /** The last times in which the server or the database was away while timed attempts ran, the latest first. */
  outages: z.array(
    z.object({
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      attemptCount: z.int(),
      /** Those of the attempts that still run. */
      runningCount: z.int(),
      /** What they lost, seconds, at most what one grant can give. */
      lostS: z.int(),
      /** Given for it, seconds; null: nothing yet. */
      grantedS: z.int().nullable(),
    }),
  ),
  learners: z.array(learner),
  /** Of all pages of this search. */
  total: z.int(),
});
export type QuizResults = z.output<typeof results>;

export const listResults = {
  method: "GET",
  path: "/v2/quiz/{id}/results",
  summary: "List the learners of a quiz with state, points and times, 50 per page, also those who have not started",
  policy: "manageContent",
  params: idParams,
  query: z.object({
    page,
    /** Part of a name or of an email address. */
    q: z.string().trim().max(200).default(""),
    state: z.enum(LISTED_STATES).optional(),
    /** Which attempt of a person counts, where there are several. */
    attempt: z.enum(ATTEMPT_CHOICES).default("latest"),
    sort: z.enum(RESULT_SORTS).default("name"),
    direction: z.enum(["asc", "desc"]).default("asc"),
  }),
  answer: results,
} as const satisfies Call;

const points = z.object({ score: z.number(), maxScore: z.number() });

/** How one answer was judged and marked. */
const mark = z.object({
  questionId: id,
  /** In a Common quiz: the slide or case that the question is asked of. */
  itemId: id.nullable(),
  /** The most that a teacher can give. */
  maxScore: z.number(),
  /** As they count; null: none. */
  points: points.nullable(),
  /** Given by a teacher, in place of the automatic ones. */
  isGiven: z.boolean(),
  /** What the judging gave; null: the question had no key. */
  automatic: points.nullable(),
  /** For the learner to read. */
  comment: z.string(),
  /** null: nobody has, or they have been deleted. */
  markedBy: z.string().nullable(),
  markedAt: z.iso.datetime().nullable(),
});
export type AnswerMark = z.output<typeof mark>;

const paper = z.object({
  quizId: id,
  attemptId: id,
  userId: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(RESULT_STATES),
  /** Whether it can be marked: it is submitted. */
  isMarkable: z.boolean(),
  /** As the learner has it, with all that is right once it is submitted. */
  quiz: takenQuiz,
  /** In the order of the questions. */
  marks: z.array(mark),
  /** Points of the questions that were removed since: they still count. null: none. */
  removed: points.nullable(),
});
export type Paper = z.output<typeof paper>;

const attemptParams = z.object({ id: idText, attemptId: idText });

export const getPaper = {
  method: "GET",
  path: "/v2/quiz/{id}/results/{attemptId}",
  summary: "Get one attempt with all questions, answers, points and marks",
  policy: "manageContent",
  params: attemptParams,
  answer: paper,
} as const satisfies Call;

export const markAnswer = {
  method: "PUT",
  path: "/v2/quiz/{id}/results/{attemptId}/mark",
  summary: "Give points and a comment for one answer of a submitted attempt; what is left out stays",
  policy: "manageContent",
  params: attemptParams,
  body: z.strictObject({
    questionId: id,
    itemId: id.nullable().default(null),
    /** From 0 to the most of the question, with at most two decimals; null: the automatic points again. */
    score: z.number().nullable().optional(),
    comment: z.string().trim().max(COMMENT_MAX_CHARACTERS).optional(),
    /** `markedAt` of the mark that this one replaces: 409 if somebody else has changed it since. Left out: not compared. */
    knownMarkedAt: z.iso.datetime().nullable().optional(),
  }),
  answer: paper,
} as const satisfies Call;

/** Attempts in one export. */
export const EXPORT_ATTEMPTS_MAX = 10_000;

/**
 * Answers a file, not JSON: `quiz-{id}-{type}.csv`, a row for each attempt and question of the type. Refused with 413 for more
 * than `EXPORT_ATTEMPTS_MAX` attempts.
 */
export const exportQuiz = {
  method: "POST",
  path: "/v2/quiz/export",
  summary: "Export the answers to the questions of one type as CSV, with the answers to an enrollment form",
  policy: "manageContent",
  body: z.strictObject({
    id,
    type: z.enum(QUESTION_TYPES),
    /** Adds what the learners have answered in this form; null: nothing. */
    enrollmentFormId: id.nullable().default(null),
    /** Of the headings and of the countries' names. */
    language: z.enum(REGISTRATION_LANGUAGES).default("en"),
  }),
  answer: z.unknown(),
} as const satisfies Call;

/** Attempts whose change is listed; more are counted. */
export const REGRADES_LISTED_MAX = 200;

/** What another judging, by the key as it is now, would change. */
const regradePlan = z.object({
  quizId: id,
  /** Of these changes: applied are they alone. */
  version: z.string(),
  /** Submitted attempts that were judged again. */
  attemptCount: z.int(),
  /** Attempts whose points would change. */
  changeCount: z.int(),
  /** By name; up to `REGRADES_LISTED_MAX`. */
  changes: z.array(
    z.object({
      attemptId: id,
      name: z.string(),
      attemptNo: z.int(),
      /** Sums of the attempt. */
      before: points,
      after: points,
    }),
  ),
  /** The latest that can be undone; null: none. */
  lastRegrade: z.object({ regradeId: z.uuid(), date: z.iso.datetime(), attemptCount: z.int() }).nullable(),
});
export type RegradePlan = z.output<typeof regradePlan>;

export const previewRegrade = {
  method: "GET",
  path: "/v2/quiz/{id}/regrade",
  summary: "Judge all submitted attempts by the present key and list whose points would change, without changing them",
  policy: "manageContent",
  params: idParams,
  answer: regradePlan,
} as const satisfies Call;

export const regradeQuiz = {
  method: "PUT",
  path: "/v2/quiz/{id}/regrade",
  summary: "Apply a regrade to all attempts or none, or undo the latest one of the last 30 days",
  policy: "manageContent",
  params: idParams,
  /** Exactly one of the two. */
  body: z.strictObject({
    /** As the preview answered it: 409 if other points would change by now. */
    version: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
    /** The regrade to be undone. */
    undo: z.uuid().optional(),
  }),
  answer: z.object({
    quizId: id,
    regradeId: z.uuid(),
    /** Attempts whose points have changed. */
    attemptCount: z.int(),
  }),
} as const satisfies Call;
