import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { SourceSlide } from "@parfocal/core/quiz-results/quiz-print.contract.ts";
import { describe, expect, it } from "vitest";
import { PRINTED_QUESTIONS_MAX, printedAnswer, printedPaper, regionsOf } from "./printed-questions.ts";

const option = (id: number, label: string, text: string, more: object = {}) => ({
  ...{ id, label, option: text, isCorrect: false, left: "", right: "", region: null },
  ...more,
});
const question = (more: Partial<QuizQuestion>) =>
  ({ title: "?", itemTitle: null, thumbnail: null, correctAnswer: "", answerOptions: [], ...more }) as QuizQuestion;

describe("a printed quiz", () => {
  it("contains the questions of its slides, then its own, each with its slide", () => {
    const slide = { title: "Kidney", itemId: 8, thumbnail: "/k.webp", isActive: true };
    const quiz = {
      type: "Individual",
      slides: [
        { ...slide, questions: [question({ id: 1 })] },
        { ...slide, isActive: false, questions: [question({ id: 2 })] },
      ],
      questions: [question({ id: 3, itemId: 9, itemTitle: "Liver", thumbnail: "/l.webp" }), question({ id: 4 })],
    } as unknown as AuthoredQuiz;
    const printed = printedPaper(quiz, { slides: [], sample: [] }).questions.map(
      ({ question: { id }, number, subjectTitle, thumbnail, subjectId }) => [
        id,
        number,
        subjectTitle,
        thumbnail,
        subjectId,
      ],
    );
    expect(printed).toEqual([
      [1, 1, "Kidney", "/k.webp", 8],
      [3, 2, "Liver", "/l.webp", 9],
      [4, 3, null, null, null],
    ]);
  });

  const slide = (itemId: number, questions: readonly QuizQuestion[] = []) => ({ itemId, isActive: true, questions });
  const paper = (quiz: object, slides: readonly SourceSlide[] = [], sample: readonly QuizQuestion[] = []) =>
    printedPaper({ slides: [], questions: [], ...quiz } as unknown as AuthoredQuiz, {
      slides: [...slides],
      sample: [...sample],
    });
  const asked = (type: string, slides: readonly object[], questions: readonly QuizQuestion[] = []) =>
    paper({ type, slides, questions }).questions;
  const images = (count: number): SourceSlide[] =>
    Array.from({ length: count }, (_, at) => ({ itemId: at + 1, title: `Slide ${at + 1}`, thumbnail: null }));

  it("contains the questions of a Common quiz for each of its slides", () => {
    const questions = [question({ id: 1 }), question({ id: 2 })];
    const printed = asked("Common", [slide(8), { ...slide(9), isActive: false }, slide(10)], questions);
    expect(printed.map(({ number, question: { id }, subjectId }) => [number, id, subjectId])).toEqual([
      [1, 1, 8],
      [2, 2, 8],
      [3, 1, 10],
      [4, 2, 10],
    ]);
  });

  it("contains the questions of a Common quiz for each image of its source folder", () => {
    const { questions, part } = paper(
      { type: "Common", questions: [question({ id: 1 }), question({ id: 2 })] },
      images(2),
    );
    expect(questions.map(({ number, question: { id }, subjectId }) => [number, id, subjectId])).toEqual([
      [1, 1, 1],
      [2, 2, 1],
      [3, 1, 2],
      [4, 2, 2],
    ]);
    expect(questions.map(({ pictureCount }) => pictureCount)).toEqual([1, 0, 1, 0]);
    expect(part).toBeNull();
  });

  it("contains as many complete slides of a Common quiz as the image limit allows, and the number of omitted ones", () => {
    const toMark = question({ id: 1, type: "annotation" });
    const many = paper({ type: "Common", questions: [toMark, { ...toMark, id: 2 }] }, images(100));
    expect([many.questions.length, many.part]).toEqual([150, { printed: 75, of: 100 }]);
    const long = Array.from({ length: 250 }, (_, at) => question({ id: at + 1 }));
    const two = paper({ type: "Common", questions: long }, images(3));
    expect([two.questions.length <= PRINTED_QUESTIONS_MAX, two.part]).toEqual([true, { printed: 2, of: 3 }]);
    const one = paper({ type: "Common", questions: [...long, ...long, ...long] }, images(3));
    expect([one.questions.length, one.part]).toEqual([750, { printed: 1, of: 3 }]);
    const cases = Array.from({ length: 40 }, (_, at) => ({ ...slide(at + 1), itemType: "case" }));
    expect(paper({ type: "Common", slides: cases, questions: [question({ id: 1 })] }).part).toEqual({
      printed: 37,
      of: 40,
    });
    expect(paper({ type: "Common" }, images(3))).toEqual({ questions: [], part: null });
  });

  it("contains the sample of an Auto-Generated quiz, each question with its image, up to the image limit", () => {
    const sample = Array.from({ length: 151 }, (_, at) => question({ id: at + 1, itemId: at + 1, itemTitle: "Liver" }));
    const few = paper({ type: "Auto-Generated" }, [], sample.slice(0, 2));
    expect(few.questions.map(({ number, subjectId, pictureCount }) => [number, subjectId, pictureCount])).toEqual([
      [1, 1, 1],
      [2, 2, 1],
    ]);
    const { questions, part } = paper({ type: "Auto-Generated" }, [], sample);
    expect([few.part, questions.length, part]).toEqual([null, 150, { printed: 150, of: 151 }]);
  });

  it("contains each slide once, and again for marking", () => {
    const questions = [question({ id: 1 }), question({ id: 2 }), question({ id: 3, type: "annotation" })];
    const printed = asked("Individual", [slide(8, questions), slide(9, [question({ id: 4 })])]);
    expect(printed.map(({ picturedAt }) => picturedAt)).toEqual([null, 1, null, null]);
  });
});

describe("a printed answer", () => {
  const options = [option(1, "A", "Liver"), option(2, "B", "Kidney", { isCorrect: true })];
  const pairs = [
    option(1, "A", "", { left: "HE", right: "pink" }),
    option(2, "B", "", { left: "PAS", right: "magenta" }),
  ];
  const regions = [option(1, "A", "A glomerulus", { region: "POINT (1 1)" })];

  it("without the key does not reveal the right answer", () => {
    const choice = printedAnswer(question({ type: "multiple-choice", answerOptions: options }), false);
    expect(choice.boxes.map(({ text, isChecked }) => [text, isChecked])).toEqual([
      ["A. Liver", false],
      ["B. Kidney", false],
    ]);
    const matching = printedAnswer(question({ type: "matching", answerOptions: pairs }), false);
    expect(matching.pairs.map(({ left, right }) => [left, right])).toEqual([
      ["HE", ""],
      ["PAS", ""],
    ]);
    expect(matching.choices).toEqual(["magenta", "pink"]);
    const text = printedAnswer(question({ type: "short-answer", correctAnswer: "Glomerulus" }), false);
    expect([text.lines, text.key]).toEqual([3, []]);
    expect(printedAnswer(question({ type: "annotation", answerOptions: regions }), false).key).toEqual([]);
  });

  it("with the key shows the right answer", () => {
    const choice = printedAnswer(question({ type: "multiple-answer", answerOptions: options }), true);
    expect(choice.boxes.map(({ isChecked }) => isChecked)).toEqual([false, true]);
    const matching = printedAnswer(question({ type: "matching", answerOptions: pairs }), true);
    expect([matching.pairs[0]?.right, matching.choices]).toEqual(["pink", []]);
    const text = printedAnswer(question({ type: "short-answer", correctAnswer: "Glomerulus | tuft" }), true);
    expect([text.lines, text.key]).toEqual([0, ["Glomerulus", "tuft"]]);
    expect(printedAnswer(question({ type: "annotation", answerOptions: regions }), true).key).toEqual(["A glomerulus"]);
  });
});

it("regions are listed for annotation questions that have some", () => {
  const answerOptions = [option(1, "A", "Tuft", { region: "POINT (1 1)" }), option(2, "B", "Tubule")];
  expect(regionsOf(question({ type: "annotation", answerOptions }))).toEqual(["POINT (1 1)"]);
  expect(regionsOf(question({ type: "multiple-choice", answerOptions }))).toEqual([]);
});
