import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { describe, expect, it } from "vitest";
import { printedAnswer, printedQuestions, regionsOf } from "./printed-questions.ts";

const option = (id: number, label: string, text: string, more: object = {}) => ({
  ...{ id, label, option: text, isCorrect: false, left: "", right: "", region: null },
  ...more,
});
const question = (more: Partial<QuizQuestion>) =>
  ({ title: "?", itemTitle: null, thumbnail: null, correctAnswer: "", answerOptions: [], ...more }) as QuizQuestion;

describe("a printed quiz", () => {
  it("has the questions of its slides, then its own, each with what it is about", () => {
    const slide = { title: "Kidney", itemId: 8, thumbnail: "/k.webp", isActive: true };
    const quiz = {
      type: "Individual",
      slides: [
        { ...slide, questions: [question({ id: 1 })] },
        { ...slide, isActive: false, questions: [question({ id: 2 })] },
      ],
      questions: [question({ id: 3, itemId: 9, itemTitle: "Liver", thumbnail: "/l.webp" }), question({ id: 4 })],
    } as unknown as AuthoredQuiz;
    const printed = printedQuestions(quiz).map(({ question: { id }, number, subjectTitle, thumbnail, subjectId }) => [
      id,
      number,
      subjectTitle,
      thumbnail,
      subjectId,
    ]);
    expect(printed).toEqual([
      [1, 1, "Kidney", "/k.webp", 8],
      [3, 2, "Liver", "/l.webp", 9],
      [4, 3, null, null, null],
    ]);
  });

  const slide = (itemId: number, questions: readonly QuizQuestion[] = []) => ({ itemId, isActive: true, questions });
  const asked = (type: string, slides: readonly object[], questions: readonly QuizQuestion[] = []) =>
    printedQuestions({ type, slides, questions } as unknown as AuthoredQuiz);

  it("has the questions of a Common quiz for each of its slides; once if they are the images of a folder", () => {
    const questions = [question({ id: 1 }), question({ id: 2 })];
    const printed = asked("Common", [slide(8), { ...slide(9), isActive: false }, slide(10)], questions);
    expect(printed.map(({ number, question: { id }, subjectId }) => [number, id, subjectId])).toEqual([
      [1, 1, 8],
      [2, 2, 8],
      [3, 1, 10],
      [4, 2, 10],
    ]);
    expect(asked("Common", [], questions).map(({ subjectId }) => subjectId)).toEqual([null, null]);
  });

  it("has each slide once, and again where it is to be marked", () => {
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

  it("without the key says nothing of what is right", () => {
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

  it("with the key says what is right", () => {
    const choice = printedAnswer(question({ type: "multiple-answer", answerOptions: options }), true);
    expect(choice.boxes.map(({ isChecked }) => isChecked)).toEqual([false, true]);
    const matching = printedAnswer(question({ type: "matching", answerOptions: pairs }), true);
    expect([matching.pairs[0]?.right, matching.choices]).toEqual(["pink", []]);
    const text = printedAnswer(question({ type: "short-answer", correctAnswer: "Glomerulus | tuft" }), true);
    expect([text.lines, text.key]).toEqual([0, ["Glomerulus", "tuft"]]);
    expect(printedAnswer(question({ type: "annotation", answerOptions: regions }), true).key).toEqual(["A glomerulus"]);
  });
});

it("regions are those of annotation questions that have one", () => {
  const answerOptions = [option(1, "A", "Tuft", { region: "POINT (1 1)" }), option(2, "B", "Tubule")];
  expect(regionsOf(question({ type: "annotation", answerOptions }))).toEqual(["POINT (1 1)"]);
  expect(regionsOf(question({ type: "multiple-choice", answerOptions }))).toEqual([]);
});
