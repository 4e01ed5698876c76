/** The statistics of a quiz as its page shows them. */
import { leftOf, rightOf } from "@parfocal/core/quiz-attempt/judge-answer.ts";
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
import { type AskedQuestion, keyOfAsked, loadAskedQuestions } from "#quiz-attempt/asked-questions.ts";
import {
  type AttemptPoints,
  type ChoiceCount,
  countAnswered,
  countChoices,
  countTexts,
  listPoints,
  type TextCount,
} from "./quiz-statistics.queries.ts";

const HUNDREDTHS = 100;
const NOT_JUDGED = {
  facility: null,
  standardDeviation: null,
  discriminationIndex: null,
  discriminativeEfficiency: null,
  intendedWeight: null,
  effectiveWeight: null,
} as const;

/** @throws AppError `notFound` if there is no such quiz for the caller. */
export async function loadStatistics(db: SiteDb, quiz: QuizQuery): Promise<QuizFigures> {
  const { siteId, id: quizId } = quiz;
  const basis = await loadQuizBasis(db, quiz);
  const asked = await loadAskedQuestions(db, siteId, basis);
  const counted = { quizId, most: STATISTICS_ATTEMPTS_MAX };
  const attempts = await listPoints(db, siteId, counted);
  const choices = await countChoices(db, siteId, counted);
  const texts = await countTexts(db, siteId, counted);
  const answered = new Map(
    (await countAnswered(db, siteId, counted)).map((one) => [keyOfAsked(one.questionId, one.subjectId), one.count]),
  );
  const judged = asked.filter(({ maxHundredths }) => maxHundredths !== null && maxHundredths > 0);
  const { questions: figures, maxPoints: maxScore, ...ofQuiz } = statisticsOf(attempts, judged);
  const byKey = new Map(judged.map((one, place) => [keyOf(one), figures[place]]));
  return {
    quizId,
    title: basis.item.title,
    maxScore,
    ...ofQuiz,
    histogram: histogramOf(attempts, judged),
    questions: asked.map((one, index): QuestionFigures => {
      const { question, subjectId, subject, maxHundredths } = one;
      return {
        questionId: question.id,
        itemId: subjectId === 0 ? null : subjectId,
        subjectTitle: subject?.title ?? null,
        order: index + 1,
        title: question.title,
        questionType: question.type,
        maxScore: maxHundredths === null ? null : maxHundredths / HUNDREDTHS,
        ...(byKey.get(keyOf(one)) ?? NOT_JUDGED),
        openCount: attempts.length - (answered.get(keyOf(one)) ?? 0),
        answers: countsOf(one, choices, texts),
      };
    }),
  };
}

const keyOf = ({ question, subjectId }: AskedQuestion): string => keyOfAsked(question.id, subjectId);

const pointsIn = ({ points }: AttemptPoints, one: AskedQuestion): number => (points[keyOf(one)] ?? 0) / HUNDREDTHS;

const statisticsOf = (attempts: readonly AttemptPoints[], judged: readonly AskedQuestion[]) =>
  quizStatistics(
    attempts.map((attempt) => judged.map((one) => pointsIn(attempt, one))),
    judged.map(({ maxHundredths }) => (maxHundredths ?? 0) / HUNDREDTHS),
  );

function histogramOf(attempts: readonly AttemptPoints[], judged: readonly AskedQuestion[]): number[] {
  const classes = Array.from({ length: HISTOGRAM_CLASSES }, () => 0);
  const max = judged.reduce((sum, { maxHundredths }) => sum + (maxHundredths ?? 0), 0) / HUNDREDTHS;
  if (max === 0) return classes;
  for (const attempt of attempts) {
    const share = judged.reduce((sum, one) => sum + pointsIn(attempt, one), 0) / max;
    const place = Math.min(HISTOGRAM_CLASSES - 1, Math.floor(share * HISTOGRAM_CLASSES));
    classes[place] = (classes[place] ?? 0) + 1;
  }
  return classes;
}

/** Options in their order, also those that nobody chose; pairs and texts by how often they were given. */
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
      return question.answerOptions.map(({ id, option, isCorrect }) => ({
        text: option,
        isRight: isCorrect,
        ...numbers(made.find(({ optionId }) => optionId === id)),
      }));
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
