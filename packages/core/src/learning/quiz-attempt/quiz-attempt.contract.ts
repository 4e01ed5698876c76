/**
 * Taking a quiz: saving answers (which also starts an attempt), the clock, submitting, restarting; and the teacher's
 * reset.
 *
 * Source: spec part 2, sections 3, 4 and 7; reliability rules D-1 to D-4.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { takenQuiz } from "../quiz/quiz.contract.ts";
import { previewFlag, previewText, quizAnswer, quizAnswerSent, quizClock } from "../quiz/taken-quiz.contract.ts";
import { accessPass } from "../quiz-access/quiz-access.contract.ts";

/** Answers of one call. */
export const ANSWERS_SENT_MAX = 200;

const attemptNo = z.int().positive();

export const saveAnswers = {
  method: "POST",
  path: "/v2/quiz/{id}/answer",
  summary: "Save answers to a quiz; the first call, also without answers, starts the attempt",
  policy: "learn",
  params: idParams,
  body: z.strictObject({
    quizId: id,
    quizAnswers: z.array(quizAnswerSent).max(ANSWERS_SENT_MAX).default([]),
    /** The attempt that they belong to; default: the running one. */
    attemptNo: attemptNo.optional(),
    /** Pass received for the access code, if the quiz has one. Needed only to start. */
    pass: accessPass.optional(),
    preview: previewFlag,
  }),
  answer: z.object({
    quizId: id,
    attemptNo,
    clock: quizClock,
    /** The sent answers as they are stored now. */
    answers: z.array(quizAnswer),
  }),
} as const satisfies Call;
export type SavedAnswers = z.output<typeof saveAnswers.answer>;

export const submitAnswers = {
  method: "POST",
  path: "/v2/quiz/{id}/answer/submit",
  summary: "Submit the attempt of the caller; submitting again answers the same",
  policy: "learn",
  params: idParams,
  body: z.strictObject({ quizId: id.optional(), attemptNo: attemptNo.optional(), preview: previewFlag }),
  answer: takenQuiz,
} as const satisfies Call;

export const restartQuiz = {
  method: "PUT",
  path: "/v2/quiz/{id}/restart",
  summary: "Remove the caller's answers: a running attempt keeps its deadline; after submission a new attempt begins",
  policy: "learn",
  params: idParams,
  body: z.strictObject({
    /** The attempt shown to the person; other attempts are left unchanged. */
    attemptNo: attemptNo.optional(),
    /** As for a start; needed after a submission. */
    pass: accessPass.optional(),
    /** A preview restarts with its full time. */
    preview: previewFlag,
  }),
  answer: takenQuiz,
} as const satisfies Call;

export const endPreview = {
  method: "DELETE",
  path: "/v2/quiz/{id}/preview",
  summary: "Remove the caller's preview of a quiz; without one nothing happens",
  policy: "manageContent",
  params: idParams,
  answer: z.object({ quizId: id }),
} as const satisfies Call;

export const resetQuiz = {
  method: "PUT",
  path: "/v2/quiz/{id}/reset",
  summary: "Remove the answers of all people; with undo, bring back what a reset of the last 30 days removed",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    /** A reset to be undone; if omitted, the answers are removed. */
    undo: z.uuid().optional(),
  }),
  answer: z.object({
    quizId: id,
    /** ID of this reset, for undo. */
    resetId: z.uuid(),
    /** Attempts removed or restored. */
    attemptCount: z.int(),
    /** Attempts that stay removed because the person has started again. */
    leftCount: z.int(),
  }),
} as const satisfies Call;

export const getQuizTimer = {
  method: "GET",
  path: "/v2/quizTimer/{quizId}",
  summary: "Get the remaining time of the caller's attempt, by the server's clock",
  policy: "learn",
  params: z.object({ quizId: idText }),
  query: z.object({ preview: previewText }),
  answer: quizClock,
} as const satisfies Call;

export const putQuizTimer = {
  method: "PUT",
  path: "/v2/quizTimer",
  summary: "Tell the server what the page's clock shows; the answer is the server's own, and the deadline never moves",
  policy: "learn",
  body: z.strictObject({
    quizId: id,
    /** Seconds. */
    remaining: z.number().min(-86_400).max(86_400),
    preview: previewFlag,
  }),
  answer: quizClock,
} as const satisfies Call;
