/**
 * Practice of the wrong answers of a submitted quiz, graded in the browser by the solutions in the review, so that no
 * hidden solution is disclosed (decision 0081).
 */
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { AnswerSolution, TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import type { GivenAnswer } from "@parfocal/core/quiz-attempt/given-answer.ts";
import { gradeAnswer, type KeyOption, type QuestionKey } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import { type AnswerValue, answerKey } from "./attempt-keeper.ts";
import { chosenOptions, marksOf, pairsOf } from "./choices.ts";
import type { Reviewed } from "./practice-open.ts";
import type { Grade } from "./Verdict.tsx";

export interface PractisedQuestion {
  readonly question: TakenQuestion;
  readonly solution: AnswerSolution;
}

/** Graded questions that are not completely right, in order; without those whose solution was removed since. */
export function questionsToPractise({ isSubmitted, questions, answers }: Reviewed): PractisedQuestion[] {
  if (!isSubmitted) return [];
  const byKey = new Map(answers.map((answer) => [answerKey(answer.questionId, answer.itemId), answer]));
  return questions.flatMap((question) => {
    const { verdict, solution } = byKey.get(answerKey(question.id, question.itemId)) ?? {};
    if (!verdict || !solution || verdict.isRight) return [];
    return gradePractice({ question, solution }, null, null) === null ? [] : { question, solution };
  });
}

const EMPTY_OPTION = { option: "", isCorrect: false, left: "", right: "", region: null } as const;

/**
 * Grades like the server.
 *
 * @param answer null: none. @param pixel size of the slide's pixels; null: unknown. @returns null if it cannot be
 *   graded.
 */
export function gradePractice(
  { question, solution }: PractisedQuestion,
  answer: AnswerValue,
  pixel: PixelSizeUm | null,
): Grade | null {
  const { options, given } = translate(question, solution, answer);
  const { questionType: type, maxScore: score } = question;
  const key: QuestionKey = { type, score, correctAnswer: solution.texts.join("|"), options, pixel };
  const verdict = gradeAnswer(key, given);
  if (!verdict) return null;
  if (verdict.isRight) return "right";
  return verdict.earnedHundredths > 0 ? "partlyRight" : "wrong";
}

interface Gradeable {
  /** Their IDs are their indexes, because tokens are only valid within one attempt. */
  readonly options: readonly KeyOption[];
  readonly given: GivenAnswer;
}

function translate(question: TakenQuestion, solution: AnswerSolution, answer: AnswerValue): Gradeable {
  switch (question.questionType) {
    case "short-answer":
      return { options: [], given: { type: "short-answer", text: typeof answer === "string" ? answer : "" } };
    case "multiple-choice":
    case "multiple-answer":
      return translateChoice(question, solution, answer);
    case "matching":
      return translatePairs(question, solution, answer);
    case "annotation":
      return {
        options: solution.regions.map(({ wkt }, id) => ({ ...EMPTY_OPTION, id, region: wkt })),
        given: { type: "annotation", marks: [...marksOf(answer)] },
      };
  }
}

function translateChoice(
  { questionType, quizAnswerOptions }: TakenQuestion,
  solution: AnswerSolution,
  answer: AnswerValue,
): Gradeable {
  const options = quizAnswerOptions.map((one, id) => ({
    ...EMPTY_OPTION,
    id,
    option: one.option,
    isCorrect: solution.options.includes(one.id),
  }));
  const chosen = chosenOptions(answer);
  const optionIds = quizAnswerOptions.flatMap((one, id) => (chosen.includes(one.id) ? [id] : []));
  if (questionType === "multiple-answer") return { options, given: { type: "multiple-answer", optionIds } };
  return { options, given: { type: "multiple-choice", optionId: optionIds[0] ?? null } };
}

/** Right sides without a pair become separate options: distractors. */
function translatePairs({ lefts, rights }: TakenQuestion, solution: AnswerSolution, answer: AnswerValue): Gradeable {
  const textOf = (sides: TakenQuestion["lefts"], token: string) => sides.find(({ id }) => id === token)?.text ?? "";
  const isPaired = (token: string) => solution.pairs.some(({ right }) => right === token);
  const sides = [
    ...solution.pairs,
    ...rights.filter(({ id }) => !isPaired(id)).map(({ id }) => ({ left: null, right: id })),
  ];
  const options = sides.map(({ left, right }, id) => ({
    ...EMPTY_OPTION,
    id,
    left: left === null ? "" : textOf(lefts, left),
    right: textOf(rights, right),
  }));
  const pairs = pairsOf(answer).flatMap(({ left, right }) => {
    const [leftId, rightId] = [
      sides.findIndex((one) => one.left === left),
      sides.findIndex((one) => one.right === right),
    ];
    return leftId < 0 || rightId < 0 ? [] : { leftId, rightId };
  });
  return { options, given: { type: "matching", pairs } };
}
