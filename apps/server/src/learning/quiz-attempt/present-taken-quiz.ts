/** A quiz for a person who takes it. Correct answers are added only by `solutionOf`, which checks access. */

import { optionLabel } from "@parfocal/core/quiz/question-rules.ts";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type {
  AnswerSolution,
  AnswerVerdict,
  QuizAnswer,
  TakenQuestion,
} from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { leftOf, rightOf, wholePairs } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import { shuffled } from "@parfocal/core/quiz-attempt/shuffle.ts";
import type { QuizFront } from "#quiz/load-quiz.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { shownAnswer } from "./answer-tokens.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { questionKeyOf } from "./asked-questions.ts";
import { optionToken } from "./option-tokens.ts";
import { presentClock } from "./present-clock.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";

/** By ID; null: it could be the answer. Items that the person cannot see have no entry. */
export type ShownSubjects = ReadonlyMap<number, { readonly title: string | null; readonly thumbnail: string | null }>;

interface Taken {
  readonly quiz: Pick<QuizFront, "front" | "settings">;
  readonly attempt: QuizAttemptRow;
  readonly asked: readonly AskedQuestion[];
  readonly answers: readonly QuizAnswerRow[];
  readonly subjects: ShownSubjects;
  /** ms since the epoch. */
  readonly now: number;
}

const HUNDREDTHS = 100;

export function presentTakenQuiz({ quiz, attempt, asked, answers, subjects, now }: Taken): TakenQuiz {
  const { front, settings } = quiz;
  const isSubmitted = attempt.state === "submitted";
  const areHidden = isSubmitted && settings.hide_submitted_questions;
  const byKey = new Map(answers.map((row) => [questionKeyOf(row.question_id, row.subject_id), row]));
  const shown = areHidden ? [] : asked;
  return {
    ...front,
    ...(attempt.is_preview ? { isPreview: true } : {}),
    view: "taking",
    isInitialized: true,
    attemptNo: attempt.attempt_no,
    isSubmitted,
    startedAt: attempt.started_at.toISOString(),
    submittedAt: attempt.submitted_at?.toISOString() ?? null,
    isEndedByClock: attempt.finalised_by === "sweeper",
    clock: presentClock(front.id, attempt.deadline_at, now),
    isOrdered: settings.is_ordered,
    isOnOnePage: settings.is_on_one_page && !settings.is_ordered,
    isAutomaticallyNumbered: settings.is_automatically_numbered,
    isAutoEvaluationEnabled: settings.is_auto_evaluation_enabled,
    isSelftestEnabled: settings.is_selftest_enabled,
    hideSubmittedQuestions: settings.hide_submitted_questions,
    questions: shown.map((one, index) => presentQuestion(one, { order: index + 1, attempt, settings, subjects })),
    answers: shown.flatMap((one) => {
      const row = byKey.get(questionKeyOf(one.question.id, one.subjectId));
      return row ? presentAnswer(row, one, { attempt, settings }) : [];
    }),
    result:
      isSubmitted && settings.is_auto_evaluation_enabled && attempt.max_hundredths !== null
        ? {
            score: (attempt.earned_hundredths ?? 0) / HUNDREDTHS,
            maxScore: attempt.max_hundredths / HUNDREDTHS,
          }
        : null,
  };
}

interface Within {
  readonly attempt: QuizAttemptRow;
  readonly settings: QuizSettings;
}

function presentQuestion(
  { question, subjectId, subject, maxHundredths }: AskedQuestion,
  { order, attempt: { seed }, settings, subjects }: Within & { order: number; subjects: ShownSubjects },
): TakenQuestion {
  const { id, type, answerOptions } = question;
  const isChoice = type === "multiple-choice" || type === "multiple-answer";
  const inOrder = (purpose: string) =>
    shuffled(answerOptions, { seed, purpose: `${id}:${purpose}`, idOf: (o) => o.id });
  const choices = settings.is_answer_option_shuffle_enabled ? inOrder("options") : answerOptions;
  const pairs = type === "matching" ? answerOptions : [];
  const rights = type === "matching" ? inOrder("rights") : [];
  const shownSubject = subject && subjects.get(subject.id);
  return {
    id,
    itemId: subjectId === 0 ? null : subjectId,
    slideId: question.slideId,
    order,
    title: question.title,
    content: question.content,
    questionType: type,
    maxScore: maxHundredths === null ? null : maxHundredths / HUNDREDTHS,
    quizAnswerOptions: isChoice
      ? choices.map((option, place) => ({
          id: optionToken(seed, "option", option.id),
          label: optionLabel(place),
          option: option.option,
        }))
      : [],
    lefts: pairs
      .filter((pair) => pair.left !== "" || (pair.option !== "" && pair.right !== ""))
      .map((pair) => ({ id: optionToken(seed, "left", pair.id), text: leftOf(pair) })),
    rights: rights
      .filter((pair) => rightOf(pair) !== "")
      .map((pair) => ({ id: optionToken(seed, "right", pair.id), text: rightOf(pair) })),
    subject: subject && shownSubject ? { id: subject.id, kind: subject.kind, ...shownSubject } : null,
  };
}

export function presentAnswer(row: QuizAnswerRow, asked: AskedQuestion, { attempt, settings }: Within): QuizAnswer {
  const isOpen = isKeyOpen(row, { attempt, settings });
  return {
    questionId: row.question_id,
    itemId: row.subject_id === 0 ? null : row.subject_id,
    questionType: asked.question.type,
    answer: row.answer?.type === asked.question.type ? shownAnswer(row.answer, attempt.seed) : null,
    isMarked: row.is_marked,
    isChecked: row.is_checked,
    isSubmitted: attempt.state === "submitted",
    rev: row.rev,
    verdict: isOpen ? verdictOf(row) : null,
    solution: isOpen && hasSolution(row, asked) ? solutionOf(asked, attempt.seed) : null,
    ...markOf(row, { attempt, settings }),
  };
}

/** A question without evaluation can still have an explanation. */
const hasSolution = (row: QuizAnswerRow, { question }: AskedQuestion): boolean =>
  row.max_hundredths !== null || question.explanation !== undefined;

/**
 * Whether the person can see the correct answer: after submission, or after the check of a self-test; and only if it is
 * evaluated.
 */
function isKeyOpen(row: QuizAnswerRow, { attempt, settings }: Within): boolean {
  if (!settings.is_auto_evaluation_enabled) return false;
  if (attempt.state === "submitted") return !settings.hide_submitted_questions;
  return settings.is_selftest_enabled && row.is_checked;
}

/** A teacher's points and comment, also without automatic evaluation; none before submission. */
function markOf(row: QuizAnswerRow, { attempt, settings }: Within): Pick<QuizAnswer, "mark"> {
  const { comment, has_given_points, earned_hundredths, max_hundredths } = row;
  if (attempt.state !== "submitted" || settings.hide_submitted_questions) return {};
  if (comment === "" && !has_given_points) return {};
  const points = has_given_points
    ? { score: (earned_hundredths ?? 0) / HUNDREDTHS, maxScore: (max_hundredths ?? 0) / HUNDREDTHS }
    : null;
  return { mark: { points, comment } };
}

function verdictOf({ earned_hundredths, max_hundredths, is_right }: QuizAnswerRow): AnswerVerdict | null {
  if (max_hundredths === null) return null;
  return {
    isRight: is_right ?? false,
    score: (earned_hundredths ?? 0) / HUNDREDTHS,
    maxScore: max_hundredths / HUNDREDTHS,
  };
}

function solutionOf({ question }: AskedQuestion, seed: string): AnswerSolution {
  const { type, correctAnswer, answerOptions, explanation } = question;
  const isChoice = type === "multiple-choice" || type === "multiple-answer";
  return {
    ...(explanation === undefined ? {} : { explanation }),
    texts:
      type === "short-answer"
        ? correctAnswer
            .split("|")
            .map((text) => text.trim())
            .filter(Boolean)
        : [],
    options: isChoice
      ? answerOptions.filter(({ isCorrect }) => isCorrect).map(({ id }) => optionToken(seed, "option", id))
      : [],
    pairs:
      type === "matching"
        ? wholePairs(answerOptions).map(({ id }) => ({
            left: optionToken(seed, "left", id),
            right: optionToken(seed, "right", id),
          }))
        : [],
    regions:
      type === "annotation"
        ? answerOptions.flatMap(({ option, region }) => (region === null ? [] : { title: option, wkt: region }))
        : [],
  };
}
