import { describe, expect, it } from "vitest";
import {
  ANSWER_OPTIONS_MAX,
  type AnswerOptionFacts,
  isScore,
  optionLabel,
  type QuestionFacts,
  type QuestionProblem,
  questionProblem,
  settledOptions,
  withCorrect,
  withQuestionType,
} from "./question-rules.ts";
import type { QuestionType } from "./quiz-types.ts";

const option = (change: Partial<AnswerOptionFacts> = {}): AnswerOptionFacts => ({
  option: "",
  isCorrect: false,
  left: "",
  right: "",
  region: null,
  ...change,
});
const SQUARE = "POLYGON ((0 0, 9 0, 9 9, 0 0))";

it("labels are A to Z", () => {
  const labels = Array.from({ length: ANSWER_OPTIONS_MAX }, (_, place) => optionLabel(place)).join("");
  expect(labels).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  expect(() => optionLabel(ANSWER_OPTIONS_MAX)).toThrow(RangeError);
  expect(() => optionLabel(-1)).toThrow(RangeError);
});

const scores: [text: string, is: boolean][] = [
  ["0", true],
  ["12", true],
  ["1.5", true],
  ["1.25", true],
  ["1.255", false],
  ["1.", false],
  [".5", false],
  ["-1", false],
  ["1,5", false],
  ["1e3", false],
  ["", false],
  ["1000000", false],
];
describe("a score is digits with at most two decimals", () => {
  for (const [text, is] of scores) it(JSON.stringify(text), () => expect(isScore(text)).toBe(is));
});

const retained: [name: string, type: QuestionType, given: Partial<AnswerOptionFacts>, count: number][] = [
  ["an empty option", "multiple-choice", { option: "  ", isCorrect: true }, 0],
  ["an option with a text", "multiple-choice", { option: " Kidney " }, 1],
  ["a pair with neither text nor left or right", "matching", {}, 0],
  ["a pair with a left side", "matching", { left: "HE" }, 1],
  ["a pair with a right side", "matching", { right: "pink" }, 1],
  ["a pair with a text", "matching", { option: "HE" }, 1],
  ["a region without a name", "annotation", { region: SQUARE }, 1],
  ["a name without a region", "annotation", { option: "Glomerulus" }, 0],
  ["options of a short answer", "short-answer", { option: "Kidney" }, 0],
];
describe("empty options are removed", () => {
  for (const [name, type, given, count] of retained)
    it(`${name}: ${count}`, () => expect(settledOptions(type, [option(given)])).toHaveLength(count));
});

it("an option keeps only the fields of its question's type", () => {
  const full = option({ option: " x ", isCorrect: true, left: " l ", right: "r", region: SQUARE });
  expect(settledOptions("multiple-answer", [full])).toEqual([option({ option: "x", isCorrect: true })]);
  expect(settledOptions("matching", [full])).toEqual([option({ option: "x", left: "l", right: "r" })]);
  expect(settledOptions("annotation", [full])).toEqual([option({ option: "x", region: SQUARE })]);
});

it("multiple-choice has one correct option, multiple-answer several", () => {
  const options = [option({ isCorrect: true }), option(), option()];
  const marks = (type: QuestionType) =>
    withCorrect(type, options, { place: 2, isCorrect: true }).map(({ isCorrect }) => isCorrect);
  expect(marks("multiple-choice")).toEqual([false, false, true]);
  expect(marks("multiple-answer")).toEqual([true, false, true]);
});

it("another type clears the correct flags, the same type does not", () => {
  const question = { type: "multiple-answer" as QuestionType, answerOptions: [option({ isCorrect: true }), option()] };
  expect(withQuestionType(question, "multiple-answer")).toBe(question);
  expect(withQuestionType(question, "multiple-choice")).toEqual({
    type: "multiple-choice",
    answerOptions: [option(), option()],
  });
});

const GOOD: QuestionFacts = { title: "What is shown?", type: "multiple-choice", linkedKind: null, answerOptions: [] };
const correct = option({ option: "x", isCorrect: true });
const problems: [name: string, change: Partial<QuestionFacts>, problem: QuestionProblem | null][] = [
  ["a title and a type are enough", {}, null],
  ["without a title", { title: "  " }, "titleMissing"],
  ["without a type", { type: null }, "typeMissing"],
  ["two correct options", { answerOptions: [correct, correct] }, "severalCorrect"],
  ["two correct options of several", { type: "multiple-answer", answerOptions: [correct, correct] }, null],
  ["a second, empty one", { answerOptions: [correct, option({ isCorrect: true })] }, null],
  ["26 options", { answerOptions: Array.from({ length: 26 }, () => option({ option: "x" })) }, null],
  ["27 options", { answerOptions: Array.from({ length: 27 }, () => option({ option: "x" })) }, "tooManyOptions"],
  ["annotation without an image", { type: "annotation", answerOptions: [option({ region: SQUARE })] }, "imageMissing"],
  [
    "annotation of a case",
    { type: "annotation", linkedKind: "case", answerOptions: [option({ region: SQUARE })] },
    "imageMissing",
  ],
  ["annotation without an option", { type: "annotation", linkedKind: "image" }, "optionsMissing"],
  [
    "annotation with both",
    { type: "annotation", linkedKind: "image", answerOptions: [option({ region: SQUARE })] },
    null,
  ],
];
describe("a complete question", () => {
  for (const [name, change, problem] of problems)
    it(name, () => expect(questionProblem({ ...GOOD, ...change })).toBe(problem));
});
