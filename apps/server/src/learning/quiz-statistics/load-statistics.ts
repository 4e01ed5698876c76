/** The statistics of a quiz, for its page. */

import { leftOf, rightOf } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import { thirdsOf } from "@parfocal/core/quiz-statistics/class-thirds.ts";
import { completePoints } from "@parfocal/core/quiz-statistics/complete-points.ts";
import { quizStatistics } from "@parfocal/core/quiz-statistics/item-statistics.ts";
import {
  type AnswerCount,
  HISTOGRAM_CLASSES,
  type QuestionFigures,
  type QuizFigures,
  STATISTICS_ATTEMPTS_MAX,
} from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizBasis, type QuizQuery } from "#quiz/load-quiz.ts";
import type { AskedQuestion } from "#quiz-attempt/asked-question.ts";
import { loadAskedQuestions, questionKeyOf } from "#quiz-attempt/asked-questions.ts";
import { withEarlierQuestions } from "#quiz-attempt/generated-questions.ts";
import {
  type AttemptShares,
  type ChoiceCount,
  type Counted,
  countAsked,
  countChoices,
  countTexts,
  listFirstAttempts,
  listShares,
  type TextCount,
} from "./quiz-statistics.queries.ts";

const HUNDREDTHS = 100;
const NO_FIGURES = {
  facility: null,
  standardDeviation: null,
  discriminationIndex: null,
  discriminativeEfficiency: null,
  intendedWeight: null,
  effectiveWeight: null,
} as const;

/** @throws AppError `notFound` if the caller has no access to the quiz. */
export async function loadStatistics(db: SiteDb, quiz: QuizQuery): Promise<QuizFigures> {
  const { siteId, id: quizId } = quiz;
  const basis = await loadQuizBasis(db, quiz);
  const asked = await withEarlierQuestions(db, siteId, basis, await loadAskedQuestions(db, siteId, basis));
  const first = await listFirstAttempts(db, siteId, { quizId, most: STATISTICS_ATTEMPTS_MAX });
  const attempts = await listShares(db, siteId, first.ids);
  const graded = asked.filter(({ maxHundredths }) => maxHundredths !== null && maxHundredths > 0);
  const table = attempts.map((attempt) => graded.map((one) => pointsIn(attempt, one)));
  const complete = completePoints(table, graded.length);
  const counted = countedOf(first.ids, attempts, table);
  const choices = await countChoices(db, siteId, counted);
  const texts = await countTexts(db, siteId, counted);
  const asks = new Map(
    (await countAsked(db, siteId, counted)).map((one) => [questionKeyOf(one.questionId, one.subjectId), one]),
  );
  const withFigures = complete.questions.flatMap((place) => graded[place] ?? []);
  const maxPoints = withFigures.map(maxPointsOf);
  const { questions: figures, maxPoints: maxScore, ...ofQuiz } = quizStatistics(complete.points, maxPoints);
  const byKey = new Map(withFigures.map((one, place) => [keyOf(one), figures[place]]));
  return {
    quizId,
    title: basis.item.title,
    type: basis.settings.quiz_type,
    submittedCount: first.count,
    maxScore,
    ...ofQuiz,
    histogram: histogramOf(complete.points, maxScore),
    questions: asked.map((one, index): QuestionFigures => {
      const { question, subjectId, subject, maxHundredths } = one;
      return {
        questionId: question.id,
        itemId: subjectId === 0 ? null : subjectId,
        subjectTitle: subject?.title ?? null,
        order: index + 1,
        title: question.title,
        questionType: question.type,
        maxScore: maxHundredths === null ? null : maxPointsOf(one),
        askedCount: asks.get(keyOf(one))?.asked ?? 0,
        openCount: asks.get(keyOf(one))?.open ?? 0,
        ...(byKey.get(keyOf(one)) ?? NO_FIGURES),
        answers: countsOf(one, choices, texts),
      };
    }),
  };
}

const keyOf = ({ question, subjectId }: AskedQuestion): string => questionKeyOf(question.id, subjectId);

const maxPointsOf = ({ maxHundredths }: AskedQuestion): number => (maxHundredths ?? 0) / HUNDREDTHS;

/** null: not asked, or not evaluated. */
function pointsIn({ shares }: AttemptShares, one: AskedQuestion): number | null {
  const share = shares[keyOf(one)];
  return share === undefined ? null : share * maxPointsOf(one);
}

/** Attempts without points are in the middle third, where they cannot mislead. */
function countedOf(
  attemptIds: readonly number[],
  attempts: readonly AttemptShares[],
  table: readonly (readonly (number | null)[])[],
): Counted {
  const sums = table.map((row) => row.reduce((sum: number, points) => sum + (points ?? 0), 0));
  const thirds = thirdsOf(sums.map(rounded));
  const byId = new Map(attempts.map(({ attemptId }, place) => [attemptId, thirds[place] ?? 2]));
  return { attemptIds, thirds: attemptIds.map((id) => byId.get(id) ?? 2) };
}

const PRECISION = 1e6;

/** Rounded so that sums do not depend on the order of the points. */
const rounded = (points: number): number => Math.round(points * PRECISION);

function histogramOf(table: readonly (readonly number[])[], maxPoints: number): number[] {
  const classes = Array.from({ length: HISTOGRAM_CLASSES }, () => 0);
  if (maxPoints === 0) return classes;
  for (const row of table) {
    const sum = rounded(row.reduce((total, points) => total + points, 0));
    const place = Math.min(HISTOGRAM_CLASSES - 1, Math.floor((sum * HISTOGRAM_CLASSES) / rounded(maxPoints)));
    classes[place] = (classes[place] ?? 0) + 1;
  }
  return classes;
}

/** The options of a generated question are the names of all images, most of which were not offered. */
const isGenerated = ({ id, itemId }: AskedQuestion["question"]): boolean => id === itemId;

/**
 * Options in their order, including unselected ones unless the question was generated; pairs and texts by frequency.
 */
function countsOf(
  { question, subjectId }: AskedQuestion,
  choices: readonly ChoiceCount[],
  texts: readonly TextCount[],
): AnswerCount[] {
  const isHere = (one: { questionId: number; subjectId: number }) =>
    one.questionId === question.id && one.subjectId === subjectId;
  const made = choices.filter(isHere);
  const numbers = (one: Pick<AnswerCount, "count" | "upper" | "middle" | "lower"> | undefined) => ({
    count: one?.count ?? 0,
    upper: one?.upper ?? 0,
    middle: one?.middle ?? 0,
    lower: one?.lower ?? 0,
  });
  switch (question.type) {
    case "multiple-choice":
    case "multiple-answer":
      return question.answerOptions
        .map(({ id, option, isCorrect }) => ({
          text: option,
          isRight: isCorrect,
          ...numbers(made.find(({ optionId }) => optionId === id)),
        }))
        .filter(({ count, isRight }) => count > 0 || isRight || !isGenerated(question));
    case "matching": {
      const byId = new Map(question.answerOptions.map((pair) => [pair.id, pair]));
      return made
        .flatMap((one) => {
          const [left, right] = [byId.get(one.optionId), byId.get(one.rightId ?? 0)];
          if (!left || !right) return [];
          const isRight = rightOf(left) === rightOf(right);
          return [{ text: `${leftOf(left)} – ${rightOf(right)}`, isRight, ...numbers(one) }];
        })
        .sort((a, b) => b.count - a.count);
    }
    case "short-answer":
      return texts.filter(isHere).map((one) => ({ text: one.text, isRight: one.isRight, ...numbers(one) }));
    case "annotation":
      return [];
  }
}
