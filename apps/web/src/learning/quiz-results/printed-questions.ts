/** The contents of a printed quiz. */
import type { AuthoredQuiz, QuizSlide } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { leftOf, rightOf, wholePairs } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import type { PrintSource } from "@parfocal/core/quiz-results/quiz-print.contract.ts";
import { PICTURES_MAX, SLIDES_OF_CASE_MAX } from "#quiz-attempt/picture-size.ts";

export interface PrintedQuestion {
  readonly question: QuizQuestion;
  /** From 1. */
  readonly number: number;
  /** Title of the question's slide or case; null: none. */
  readonly subjectTitle: string | null;
  readonly thumbnail: string | null;
  /** Image or case; null: none. */
  readonly subjectId: number | null;
  /** Number of an earlier question with the same image; null: it has its own, or none. */
  readonly picturedAt: number | null;
  /** Maximum number of its own images. */
  readonly pictureCount: number;
}

export interface PrintedPaper {
  readonly questions: readonly PrintedQuestion[];
  /** Numbers of slides; null: all of them are printed. */
  readonly part: { readonly printed: number; readonly of: number } | null;
}

type PrintedQuiz = Pick<AuthoredQuiz, "type" | "slides" | "questions">;
interface Placed {
  readonly question: QuizQuestion;
  readonly slide: Pick<QuizSlide, "itemId" | "itemType" | "title" | "thumbnail"> | null;
}

/** Data from the server for one print. */
type PrintedSource = Pick<PrintSource, "slides" | "sample">;

/** Maximum number of questions of a Common quiz in one print, unless its first slide alone has more. */
export const PRINTED_QUESTIONS_MAX = 600;

/**
 * In quiz order. The questions of a Common quiz are repeated for each of its slides, for as many slides as one print
 * has images for. The same applies to the sample of an Auto-Generated quiz.
 */
export function printedPaper(quiz: PrintedQuiz, source: PrintedSource): PrintedPaper {
  if (quiz.type === "Auto-Generated")
    return wholeSlides(numbered(source.sample.map((question) => ({ question, slide: null }))), 1);
  const own = quiz.slides.filter(({ isActive }) => isActive);
  if (quiz.type !== "Common") {
    const ofSlides = own.flatMap((slide) => slide.questions.map((question) => ({ question, slide })));
    const ofQuiz = quiz.questions.map((question) => ({ question, slide: null }));
    return { questions: numbered([...ofSlides, ...ofQuiz]), part: null };
  }
  const slides =
    source.slides.length > 0 ? source.slides.map((image) => ({ ...image, itemType: "image" as const })) : own;
  const asked = slides.flatMap((slide) => quiz.questions.map((question) => ({ question, slide })));
  return wholeSlides(numbered(asked), quiz.questions.length);
}

/** @param ofOne number of questions per slide. */
function wholeSlides(all: readonly PrintedQuestion[], ofOne: number): PrintedPaper {
  if (all.length === 0) return { questions: [], part: null };
  const of = all.length / ofOne;
  const printed = slidesThatFit(all, ofOne);
  return { questions: all.slice(0, printed * ofOne), part: printed < of ? { printed, of } : null };
}

function numbered(placed: readonly Placed[]): PrintedQuestion[] {
  const firstAt = new Map<number, number>();
  return placed.map(({ question, slide }, index) => {
    const number = index + 1;
    const subjectId = question.itemId ?? slide?.itemId ?? null;
    const first = subjectId === null ? undefined : firstAt.get(subjectId);
    if (subjectId !== null && first === undefined) firstAt.set(subjectId, number);
    const picturedAt = question.type === "annotation" ? null : (first ?? null);
    const isCase = (question.itemType ?? slide?.itemType) === "case";
    return {
      question,
      number,
      subjectTitle: question.itemTitle ?? slide?.title ?? null,
      thumbnail: question.itemTitle === null ? (slide?.thumbnail ?? null) : question.thumbnail,
      subjectId,
      picturedAt,
      pictureCount: subjectId === null || picturedAt !== null ? 0 : isCase ? SLIDES_OF_CASE_MAX : 1,
    };
  });
}

/** @returns number of slides, at least 1. */
function slidesThatFit(all: readonly PrintedQuestion[], ofOne: number): number {
  let pictures = 0;
  for (let end = ofOne; end <= all.length; end += ofOne) {
    for (const { pictureCount } of all.slice(end - ofOne, end)) pictures += pictureCount;
    if (end > ofOne && (pictures > PICTURES_MAX || end > PRINTED_QUESTIONS_MAX)) return end / ofOne - 1;
  }
  return all.length / ofOne;
}

interface PrintedAnswer {
  /** Options to tick. */
  readonly boxes: readonly { readonly id: number; readonly text: string; readonly isChecked: boolean }[];
  /** The right side is empty if the learner writes it. */
  readonly pairs: readonly { readonly id: number; readonly left: string; readonly right: string }[];
  /** Right sides to choose from, sorted, so that their order reveals nothing; empty with solutions. */
  readonly choices: readonly string[];
  /** Number of empty lines to write on. */
  readonly lines: number;
  /** The solution in words. */
  readonly key: readonly string[];
}

const NOTHING: PrintedAnswer = { boxes: [], pairs: [], choices: [], lines: 0, key: [] };
const TEXT_LINES = 3;

/** The accepted texts, as entered. */
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
