/** One learner's paper: the attempt as shown to the learner, with correct answers and the points for each answer. */
import { notFound } from "@parfocal/core/errors.ts";
import { hundredthsOf } from "@parfocal/core/quiz-attempt/points.ts";
import { type AnswerPoints, type MarkedAnswer, maxHundredthsOf } from "@parfocal/core/quiz-results/mark-rules.ts";
import type { AnswerMark, Paper } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { resultState } from "@parfocal/core/quiz-results/result-rules.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizFront, type QuizQuery } from "#quiz/load-quiz.ts";
import type { AskedQuestion } from "#quiz-attempt/asked-question.ts";
import { loadAskedQuestions, questionKeyOf } from "#quiz-attempt/asked-questions.ts";
import { askedInAttempt } from "#quiz-attempt/generated-questions.ts";
import { listAnswers } from "#quiz-attempt/quiz-attempt.queries.ts";
import type { QuizAnswerRow } from "#quiz-attempt/quiz-attempt.table.ts";
import { loadTakenQuiz } from "#quiz-attempt/taken-quiz.ts";
import { findAttempt, findPeople } from "./mark.queries.ts";

const HUNDREDTHS = 100;

export const attemptNotFound = () => notFound("Attempt");

/** @param now ms since the epoch. @throws AppError `notFound` if the caller has no access to the quiz or attempt. */
export async function loadPaper(
  db: SiteDb,
  query: QuizQuery,
  { attemptId, now }: { attemptId: number; now: number },
): Promise<Paper> {
  const { siteId, id: quizId } = query;
  const front = await loadQuizFront(db, query);
  const attempt = await findAttempt(db, siteId, { quizId, attemptId });
  if (!attempt) throw attemptNotFound();
  const asked = await askedInAttempt(db, siteId, attempt, {
    settings: front.settings,
    asked: await loadAskedQuestions(db, siteId, front),
  });
  const answers = await listAnswers(db, siteId, attemptId);
  // Data that the quiz hides from learners is visible to people who mark it.
  const settings = { ...front.settings, is_auto_evaluation_enabled: true, hide_submitted_questions: false };
  const shown = { asked, quiz: { ...front, settings } };
  const quiz = await loadTakenQuiz(db, { siteId, now }, shown, attempt, answers);
  const people = await findPeople(db, siteId, [
    attempt.user_id,
    ...answers.flatMap(({ marked_by }) => marked_by ?? []),
  ]);
  const byKey = new Map(answers.map((row) => [questionKeyOf(row.question_id, row.subject_id), row]));
  const keys = new Set(asked.map(({ question, subjectId }) => questionKeyOf(question.id, subjectId)));
  const person = people.get(attempt.user_id);
  return {
    quizId,
    attemptId,
    userId: attempt.user_id,
    name: person?.name ?? "",
    email: person?.email ?? "",
    state: resultState(attempt.state, attempt.finalised_by),
    isMarkable: attempt.state === "submitted",
    quiz,
    marks: asked.map((one) => presentMark(one, byKey.get(questionKeyOf(one.question.id, one.subjectId)), people)),
    removed: removedPoints([...byKey].flatMap(([key, row]) => (keys.has(key) ? [] : row))),
  };
}

/** @param row undefined: the question was not answered or evaluated. */
export const markedAnswerOf = (row: QuizAnswerRow | undefined): MarkedAnswer => ({
  points: {
    earnedHundredths: row?.earned_hundredths ?? null,
    maxHundredths: row?.max_hundredths ?? null,
    isRight: row?.is_right ?? null,
  },
  automatic: row?.has_given_points
    ? {
        earnedHundredths: row.automatic_earned_hundredths,
        maxHundredths: row.automatic_max_hundredths,
        isRight: row.automatic_is_right,
      }
    : null,
});

const pointsOf = ({ earnedHundredths, maxHundredths }: AnswerPoints) =>
  maxHundredths === null ? null : { score: (earnedHundredths ?? 0) / HUNDREDTHS, maxScore: maxHundredths / HUNDREDTHS };

function presentMark(
  { question, subjectId }: AskedQuestion,
  row: QuizAnswerRow | undefined,
  people: ReadonlyMap<number, { readonly name: string }>,
): AnswerMark {
  const answer = markedAnswerOf(row);
  return {
    questionId: question.id,
    itemId: subjectId === 0 ? null : subjectId,
    maxScore: maxHundredthsOf(answer, hundredthsOf(question.score)) / HUNDREDTHS,
    points: pointsOf(answer.points),
    isGiven: answer.automatic !== null,
    automatic: pointsOf(answer.automatic ?? answer.points),
    comment: row?.comment ?? "",
    markedBy: people.get(row?.marked_by ?? 0)?.name ?? null,
    markedAt: row?.marked_at?.toISOString() ?? null,
  };
}

function removedPoints(rows: readonly QuizAnswerRow[]): Paper["removed"] {
  const counted = rows.filter(({ max_hundredths }) => max_hundredths !== null);
  if (counted.length === 0) return null;
  const sum = (of: (row: QuizAnswerRow) => number | null) =>
    counted.reduce((total, row) => total + (of(row) ?? 0), 0) / HUNDREDTHS;
  return { score: sum((row) => row.earned_hundredths), maxScore: sum((row) => row.max_hundredths) };
}
