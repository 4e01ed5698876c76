/** The contents of a printed quiz. */
import type { AuthoredQuiz, QuizSlide } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { leftOf, rightOf, wholePairs } from "@parfocal/core/quiz-attempt/grade-answer.ts";

export interface PrintedQuestion {
  readonly question: QuizQuestion;
  /** From 1. */
  readonly number: number;
  /** Title of the question's slide or case; null: none, or all of them. */
  readonly subjectTitle: string | null;
  readonly thumbnail: string | null;
  /** Image or case; null: none, or all of them. */
  readonly subjectId: number | null;
  /** Number of an earlier question whose picture is the one of this question too; null: it has its own, or none. */
  readonly picturedAt: number | null;
}

type PrintedQuiz = Pick<AuthoredQuiz, "type" | "slides" | "questions">;
interface Placed {
  readonly question: QuizQuestion;
  readonly slide: QuizSlide | null;
}

/** In the order of the quiz; those of a Common quiz once for each of its slides. */
export function printedQuestions(quiz: PrintedQuiz): PrintedQuestion[] {
  const firstAt = new Map<number, number>();
  return placedQuestions(quiz).map(({ question, slide }, index) => {
    const number = index + 1;
    const subjectId = question.itemId ?? slide?.itemId ?? null;
    const first = subjectId === null ? undefined : firstAt.get(subjectId);
    if (subjectId !== null && first === undefined) firstAt.set(subjectId, number);
    return {
      question,
      number,
      subjectTitle: question.itemTitle ?? slide?.title ?? null,
      thumbnail: question.itemTitle === null ? (slide?.thumbnail ?? null) : question.thumbnail,
      subjectId,
      picturedAt: question.type === "annotation" ? null : (first ?? null),
    };
  });
}

/** Slides of a source folder are not known here: its questions are printed once. */
function placedQuestions({ type, slides: all, questions }: PrintedQuiz): Placed[] {
  const slides = all.filter(({ isActive }) => isActive);
  if (type === "Common" && slides.length > 0)
    return slides.flatMap((slide) => questions.map((question) => ({ question, slide })));
  return [
    ...slides.flatMap((slide) => slide.questions.map((question) => ({ question, slide }))),
    ...questions.map((question) => ({ question, slide: null })),
  ];
}

export interface PrintedAnswer {
  /** To be ticked. */
  readonly boxes: readonly { readonly id: number; readonly text: string; readonly isChecked: boolean }[];
  /** The right side is empty where it is to be written. */
  readonly pairs: readonly { readonly id: number; readonly left: string; readonly right: string }[];
  /** Right sides to choose from, sorted, so that their order reveals nothing; empty with the key. */
  readonly choices: readonly string[];
  /** Empty lines to write on. */
  readonly lines: number;
  /** What is right, in words. */
  readonly key: readonly string[];
}

const NOTHING: PrintedAnswer = { boxes: [], pairs: [], choices: [], lines: 0, key: [] };
const TEXT_LINES = 3;

/** As they were written. */
const textsOf = (correctAnswer: string): string[] =>
  correctAnswer
    .split("|")
    .map((text) => text.trim())
    .filter(Boolean);

/** @param hasKey whether the solution is printed. */
export function printedAnswer(
  { type, answerOptions, correctAnswer }: Pick<QuizQuestion, "type" | "answerOptions" | "correctAnswer">,
  hasKey: boolean,
): PrintedAnswer {
  switch (type) {
    case "multiple-choice":
    case "multiple-answer":
      return {
        ...NOTHING,
        boxes: answerOptions.map(({ id, label, option, isCorrect }) => ({
          id,
          text: `${label}. ${option}`,
          isChecked: hasKey && isCorrect,
        })),
      };
    case "matching": {
      const rights = answerOptions.map(rightOf).filter((right) => right !== "");
      return {
        ...NOTHING,
        pairs: wholePairs(answerOptions).map((pair) => ({
          id: pair.id,
          left: leftOf(pair),
          right: hasKey ? rightOf(pair) : "",
        })),
        choices: hasKey ? [] : [...new Set(rights)].toSorted((a, b) => a.localeCompare(b)),
      };
    }
    case "short-answer":
      return { ...NOTHING, lines: hasKey ? 0 : TEXT_LINES, key: hasKey ? textsOf(correctAnswer) : [] };
    case "annotation":
      return { ...NOTHING, key: hasKey ? answerOptions.map(({ option }) => option).filter(Boolean) : [] };
  }
}

/** Correct regions, WKT in slide pixels. */
export const regionsOf = ({ type, answerOptions }: Pick<QuizQuestion, "type" | "answerOptions">): string[] =>
  type === "annotation" ? answerOptions.flatMap(({ region }) => region ?? []) : [];
