import type { AuthoredQuiz, QuizSlide } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { describe, expect, it } from "vitest";
import { keyOfQuestion, questionsInOrder, shownQuestion } from "./shown-question.ts";

const option = (id: number, change: Partial<QuizQuestion["answerOptions"][number]>) => ({
  id,
  label: "A",
  option: "",
  isCorrect: false,
  left: "",
  right: "",
  region: null,
  ...change,
});

const question = (change: Partial<QuizQuestion>): QuizQuestion => ({
  id: 5,
  quizId: 1,
  parentId: 1,
  title: "What?",
  content: "",
  type: "multiple-choice",
  slideId: null,
  itemId: null,
  itemType: null,
  itemTitle: null,
  thumbnail: null,
  score: null,
  correctAnswer: "",
  order: 1,
  answerOptions: [],
  optionsVersion: "v",
  ...change,
});

const slide = (id: number, questions: QuizQuestion[], isActive = true): QuizSlide => ({
  id,
  type: "quizSlide",
  title: `In the quiz ${id}`,
  itemId: id * 10,
  itemType: "image",
  itemTitle: `Slide ${id}`,
  thumbnail: null,
  order: 1,
  isActive,
  questionIds: questions.map((one) => one.id),
  questions,
});

const quiz = (change: Partial<Pick<AuthoredQuiz, "slides" | "questions" | "type">> = {}) => ({
  slides: [],
  questions: [],
  type: "Individual" as const,
  ...change,
});

describe("a question as learners see it", () => {
  it("does not contain the key", () => {
    const choice = question({ answerOptions: [option(7, { option: "Kidney", isCorrect: true })] });
    const text = question({ type: "short-answer", correctAnswer: "Secret", explanation: "<p>Secret</p>" });
    const drawn = question({ type: "annotation", answerOptions: [option(8, { option: "Secret", region: "POLYGON" })] });
    const shown = [choice, text, drawn].map((one) => shownQuestion(quiz(), one));
    expect(JSON.stringify(shown)).not.toMatch(/Secret|POLYGON|isCorrect/);
    expect(shown[0]?.quizAnswerOptions).toEqual([{ id: "7", label: "A", option: "Kidney" }]);
  });

  it("has right sides in alphabetical order, including distractors", () => {
    const pairs = [option(1, { left: "HE", right: "pink" }), option(2, { right: "blue" })];
    const { lefts, rights } = shownQuestion(quiz(), question({ type: "matching", answerOptions: pairs }));
    expect(lefts).toEqual([{ id: "1", text: "HE" }]);
    expect(rights.map(({ text }) => text)).toEqual(["blue", "pink"]);
  });

  it.each([
    ["with a key and without a score is worth 1 point", { correctAnswer: "HE" }, 1],
    ["with a key and a score", { correctAnswer: "HE", score: 2.5 }, 2.5],
    ["without a key is worth nothing", { score: 3 }, null],
  ] as const)("%s", (_name, change, worth) => {
    expect(shownQuestion(quiz(), question({ type: "short-answer", ...change })).maxScore).toBe(worth);
  });

  it("is about the linked slide, otherwise about its parent, in a Common quiz about each", () => {
    const under = question({ slideId: 3 });
    const linked = question({ slideId: 3, itemId: 90, itemType: "case", itemTitle: "Case" });
    const subjectId = (of: ReturnType<typeof quiz>, one: QuizQuestion) => shownQuestion(of, one).subject?.id ?? null;
    const slides = [slide(2, []), slide(3, [under, linked])];
    expect(subjectId(quiz({ slides }), under)).toBe(30);
    expect(subjectId(quiz({ slides }), linked)).toBe(90);
    expect(subjectId(quiz({ slides }), question({}))).toBeNull();
    expect(subjectId(quiz({ slides, type: "Common" }), question({}))).toBe(20);
  });

  it("is numbered as in the quiz; questions of an inactive slide do not change the numbers of others", () => {
    const [first, hidden, own] = [
      question({ id: 1, slideId: 2 }),
      question({ id: 2, slideId: 3 }),
      question({ id: 3 }),
    ] as const;
    const of = quiz({ slides: [slide(2, [first]), slide(3, [hidden], false)], questions: [own] });
    expect(questionsInOrder(of).map(({ id }) => id)).toEqual([1, 3]);
    expect([first, hidden, own].map((one) => shownQuestion(of, one).order)).toEqual([1, 2, 2]);
  });
});

it("the key of each type", () => {
  expect(keyOfQuestion(question({ type: "short-answer", correctAnswer: "HE | H&E |" })).texts).toEqual(["HE", "H&E"]);
  expect(keyOfQuestion(question({ answerOptions: [option(1, {}), option(2, { isCorrect: true })] })).options).toEqual([
    "2",
  ]);
  const pairs = [option(1, { left: "HE", right: "pink" }), option(2, { right: "blue" })];
  expect(keyOfQuestion(question({ type: "matching", answerOptions: pairs })).pairs).toEqual([
    { left: "1", right: "1" },
  ]);
  const regions = [option(1, { option: "cortex", region: "POLYGON ((0 0, 1 0, 1 1, 0 0))" })];
  expect(keyOfQuestion(question({ type: "annotation", answerOptions: regions })).regions).toEqual([
    { title: "cortex", wkt: "POLYGON ((0 0, 1 0, 1 1, 0 0))" },
  ]);
});
