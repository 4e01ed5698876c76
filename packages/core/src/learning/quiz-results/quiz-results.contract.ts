/**
 * Results of a quiz for content managers: one row per learner, while the quiz runs and afterwards.
 *
 * Source: spec part 2, section 5 ("export and print quiz results"); issue 14, part 5.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { REGISTRATION_LANGUAGES } from "../../sharing/enrollment/registrations-csv.ts";
import { takenQuiz } from "../quiz/quiz.contract.ts";
import { QUESTION_TYPES } from "../quiz/quiz-types.ts";
import { COMMENT_MAX_CHARACTERS } from "./mark-rules.ts";
import { ATTEMPT_CHOICES, LISTED_STATES, RESULT_SORTS, RESULT_STATES } from "./result-rules.ts";

export const RESULTS_PAGE_SIZE = 50;

const learner = z.object({
  /** Null: not started. */
  attemptId: id.nullable(),
  userId: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(LISTED_STATES),
  /** From 1; removed attempts keep their numbers. 0: not started. */
  attemptNo: z.int(),
  /** Attempts of this person, without removed ones. */
  attemptCount: z.int(),
  /** Points with at most two decimals; null: not submitted, or nothing could be scored. */
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  /** Questions of a submitted attempt that have no points: without a key and not marked manually. */
  toMarkCount: z.int(),
  /** null: not started. */
  startedAt: z.iso.datetime().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  /** Whole seconds from the start to the submission; null: not submitted. */
  durationS: z.int().nullable(),
  /** For a running attempt; otherwise null. */
  progress: z
    .object({
      answeredCount: z.int(),
      /** The most recently changed question, from 1 in quiz order; null: none yet, or it was removed. */
      questionNumber: z.int().nullable(),
      /** Whole seconds since the last request of this person's page. */
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
  /** Over all learners, independent of the search. */
  counts: z.object({
    started: z.int(),
    submitted: z.int(),
    outOfTime: z.int(),
    /** Learners with access through user groups; null: the quiz is open to everyone, so nobody can be listed. */
    notStarted: z.int().nullable(),
  }),
  /**
   * Recent periods in which the server or the database was unavailable while timed attempts were running, the latest
   * first.
   */
  outages: z.array(
    z.object({
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      attemptCount: z.int(),
      /** Affected attempts that are still running. */
      runningCount: z.int(),
      /** Lost time in seconds, up to the maximum of one grant. */
      lostS: z.int(),
      /** Time granted for it, seconds; null: none yet. */
      grantedS: z.int().nullable(),
    }),
  ),
  learners: z.array(learner),
  /** Total of all pages of this search. */
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
    page: pageNumberText,
    /** Part of a name or of an email address. */
    q: searchText,
    state: z.enum(LISTED_STATES).optional(),
    /** Which of a person's attempts is shown. */
    attempt: z.enum(ATTEMPT_CHOICES).default("latest"),
    sort: z.enum(RESULT_SORTS).default("name"),
    direction: z.enum(["asc", "desc"]).default("asc"),
  }),
  answer: results,
} as const satisfies Call;

const points = z.object({ score: z.number(), maxScore: z.number() });

/** Scoring and manual mark of one answer. */
const mark = z.object({
  questionId: id,
  /** Common quiz: the slide or case of the question. */
  itemId: id.nullable(),
  /** Maximum that a teacher can give. */
  maxScore: z.number(),
  /** Effective points; null: none. */
  points: points.nullable(),
  /** Whether the points were given manually. */
  isGiven: z.boolean(),
  /** Points of the automatic scoring; null: the question had no key. */
  automatic: points.nullable(),
  /** Shown to the learner. */
  comment: z.string(),
  /** Null: not marked, or the account was deleted. */
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
  /** Whether it can be marked, i.e. is submitted. */
  isMarkable: z.boolean(),
  /** The learner's view, with the key once it is submitted. */
  quiz: takenQuiz,
  /** In question order. */
  marks: z.array(mark),
  /** Points of questions removed since; they still count. Null: none. */
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
    /** From 0 to the question's maximum, with at most two decimals; null: restore the automatic points. */
    score: z.number().nullable().optional(),
    comment: z.string().trim().max(COMMENT_MAX_CHARACTERS).optional(),
    /**
     * `markedAt` of the mark to be replaced: 409 if another person has changed it since. If omitted, it is not compared.
     */
    knownMarkedAt: z.iso.datetime().nullable().optional(),
  }),
  answer: paper,
} as const satisfies Call;

/** Attempts in one export. */
export const EXPORT_ATTEMPTS_MAX = 10_000;

/**
 * Answers a file, not JSON: `quiz-{id}-{type}.csv`, one row per attempt and question of the type. Rejected with 413 for
 * more than `EXPORT_ATTEMPTS_MAX` attempts.
 */
export const exportQuiz = {
  method: "POST",
  path: "/v2/quiz/export",
  summary: "Export the answers to the questions of one type as CSV, with the answers to an enrollment form",
  policy: "manageContent",
  body: z.strictObject({
    id,
    type: z.enum(QUESTION_TYPES),
    /** Adds the learners' answers to this form; null: none. */
    enrollmentFormId: id.nullable().default(null),
    /** Language of the headings and country names. */
    language: z.enum(REGISTRATION_LANGUAGES).default("en"),
  }),
  answer: z.unknown(),
} as const satisfies Call;

/** Attempts whose change is listed; more are counted. */
export const REGRADES_LISTED_MAX = 200;

/** Changes that scoring with the current key would make. */
const regradePlan = z.object({
  quizId: id,
  /** Version of these changes; applying sends it back, so that no others are applied. */
  version: z.string(),
  /** Submitted attempts that were scored again. */
  attemptCount: z.int(),
  /** Attempts whose points would change. */
  changeCount: z.int(),
  /** Sorted by name; up to `REGRADES_LISTED_MAX`. */
  changes: z.array(
    z.object({
      attemptId: id,
      name: z.string(),
      attemptNo: z.int(),
      /** Totals of the attempt. */
      before: points,
      after: points,
    }),
  ),
  /** The latest regrade that can be undone; null: none. */
  lastRegrade: z.object({ regradeId: z.uuid(), date: z.iso.datetime(), attemptCount: z.int() }).nullable(),
});
export type RegradePlan = z.output<typeof regradePlan>;

export const previewRegrade = {
  method: "GET",
  path: "/v2/quiz/{id}/regrade",
  summary: "Grade all submitted attempts by the present key and list whose points would change, without changing them",
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
  /** Exactly one of the two fields. */
  body: z.strictObject({
    /** Version from the preview: 409 if the changes differ by now. */
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
