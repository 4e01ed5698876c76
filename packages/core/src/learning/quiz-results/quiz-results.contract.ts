/**
 * Results of a quiz, as those read them who manage content: one row for each learner, while the quiz runs and afterwards.
 *
 * Source: spec part 2, section 5 ("export and print quiz results"); issue 14, part 5.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { ATTEMPT_CHOICES, RESULT_SORTS, RESULT_STATES } from "./result-rules.ts";

export const RESULTS_PAGE_SIZE = 50;

const page = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .default(1);

const learner = z.object({
  attemptId: id,
  userId: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(RESULT_STATES),
  /** From 1; removed attempts keep their numbers. */
  attemptNo: z.int(),
  /** Attempts of this person that were not removed. */
  attemptCount: z.int(),
  /** Points with at most two decimals; null: not submitted, or nothing could be judged. */
  score: z.number().nullable(),
  maxScore: z.number().nullable(),
  /** Questions of a submitted attempt without points: they have no key, and nobody has marked them. */
  toMarkCount: z.int(),
  startedAt: z.iso.datetime(),
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
  counts: z.object({ started: z.int(), submitted: z.int(), outOfTime: z.int() }),
  learners: z.array(learner),
  /** Of all pages of this search. */
  total: z.int(),
});
export type QuizResults = z.output<typeof results>;

export const listResults = {
  method: "GET",
  path: "/v2/quiz/{id}/results",
  summary: "List the learners of a quiz with state, points and times, 50 per page; of running attempts also the progress",
  policy: "manageContent",
  params: idParams,
  query: z.object({
    page,
    /** Part of a name or of an email address. */
    q: z.string().trim().max(200).default(""),
    state: z.enum(RESULT_STATES).optional(),
    /** Which attempt of a person counts, where there are several. */
    attempt: z.enum(ATTEMPT_CHOICES).default("latest"),
    sort: z.enum(RESULT_SORTS).default("name"),
    direction: z.enum(["asc", "desc"]).default("asc"),
  }),
  answer: results,
} as const satisfies Call;
