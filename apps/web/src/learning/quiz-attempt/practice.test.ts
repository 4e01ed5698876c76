import type { AnswerSolution, QuizAnswer, TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { describe, expect, it } from "vitest";
import type { AnswerValue } from "./attempt-keeper.ts";
import { gradePractice, questionsToPractise } from "./practice.ts";
import { isPracticeOffered, isPracticeOpen } from "./practice-open.ts";

const NOTHING: AnswerSolution = { texts: [], options: [], pairs: [], regions: [] };

function question(fields: Partial<TakenQuestion>): TakenQuestion {
  const own = {
    id: 1,
    itemId: null,
    slideId: null,
    order: 1,
    title: "",
    content: "",
    questionType: "short-answer",
  } as const;
  return { ...own, maxScore: 2, quizAnswerOptions: [], lefts: [], rights: [], subject: null, ...fields };
}

const option = (id: string) => ({ id, label: id.toUpperCase(), option: `Text ${id}` });
const side = (id: string, text: string) => ({ id, text });
const choices = { quizAnswerOptions: [option("a"), option("b"), option("c"), option("d")] };
const matching = question({
  questionType: "matching",
  lefts: [side("l1", "HE"), side("l2", "PAS")],
  rights: [side("r3", "blue"), side("r2", "magenta"), side("r1", "pink"), side("r4", "Pink ")],
});
const stains = {
  ...NOTHING,
  pairs: [
    { left: "l1", right: "r1" },
    { left: "l2", right: "r2" },
  ],
};
const pair = (left: string, right: string) => ({ left, right });
const SQUARE = "POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0))";
const region = { ...NOTHING, regions: [{ title: "Tissue", wkt: SQUARE }] };
const text = question({ questionType: "short-answer" });
const one = question({ questionType: "multiple-choice", ...choices });
const several = question({ questionType: "multiple-answer", ...choices });
const marked = question({ questionType: "annotation" });

const CASES: [
  name: string,
  question: TakenQuestion,
  solution: AnswerSolution,
  answer: AnswerValue,
  verdict: string | null,
][] = [
  ["an alternative", text, { ...NOTHING, texts: ["Glomerulus", "tuft"] }, " TUFT", "right"],
  ["another text", text, { ...NOTHING, texts: ["Glomerulus"] }, "liver", "wrong"],
  ["no key", text, NOTHING, "liver", null],
  ["the right option", one, { ...NOTHING, options: ["b"] }, "b", "right"],
  ["a wrong option", one, { ...NOTHING, options: ["b"] }, "a", "wrong"],
  ["no option", one, { ...NOTHING, options: ["b"] }, null, "wrong"],
  ["all right options", several, { ...NOTHING, options: ["a", "b"] }, ["b", "a"], "right"],
  ["one of two right options", several, { ...NOTHING, options: ["a", "b"] }, ["a"], "partlyRight"],
  ["as many wrong options", several, { ...NOTHING, options: ["a", "b"] }, ["a", "c"], "wrong"],
  ["all pairs", matching, stains, [pair("l1", "r1"), pair("l2", "r2")], "right"],
  ["a right side with the same text", matching, stains, [pair("l1", "r4"), pair("l2", "r2")], "right"],
  ["half of the pairs", matching, stains, [pair("l1", "r1"), pair("l2", "r3")], "partlyRight"],
  ["swapped pairs", matching, stains, [pair("l1", "r2"), pair("l2", "r1")], "wrong"],
  ["a point in the region", marked, region, ["POINT (50 50)"], "right"],
  ["a point beside it", marked, region, ["POINT (100.5 50)"], "wrong"],
];

describe("a practised answer", () => {
  it.each(CASES)("%s", (_name, asked, solution, answer, verdict) => {
    expect(gradePractice({ question: asked, solution }, answer, null)).toBe(verdict);
  });

  it("with a point near the outline is right if the scale of the slide allows it, as at the submission", () => {
    const practised = { question: marked, solution: region };
    expect(gradePractice(practised, ["POINT (100.5 50)"], { x: 1, y: 1 })).toBe("right");
    expect(gradePractice(practised, ["POINT (100.5 50)"], { x: 5, y: 5 })).toBe("wrong");
  });
});

function answer(questionId: number, isRight: boolean | null, fields: Partial<QuizAnswer> = {}): QuizAnswer {
  return {
    questionId,
    itemId: null,
    questionType: "multiple-choice",
    answer: "a",
    isMarked: false,
    isChecked: false,
    isSubmitted: true,
    rev: 1,
    verdict: isRight === null ? null : { isRight, score: isRight ? 2 : 0, maxScore: 2 },
    solution: isRight === null ? null : { ...NOTHING, options: ["b"] },
    ...fields,
  };
}

describe("practice", () => {
  const questions = [1, 2, 3, 4].map((id) => ({ ...one, id }));
  const idsOf = (answers: QuizAnswer[], isSubmitted = true) =>
    questionsToPractise({ isSubmitted, questions, answers }).map((practised) => practised.question.id);

  it("contains answers that are not completely right, in quiz order; not those without a key", () => {
    const removed = answer(4, false, { solution: NOTHING });
    expect(idsOf([answer(3, false), answer(2, true), answer(1, false), removed])).toEqual([1, 3]);
    expect(idsOf([answer(1, null), answer(2, true)])).toEqual([]);
  });

  it("contains single slides of a question of a Common quiz", () => {
    const asked = [7, 8].map((itemId) => ({ ...one, itemId }));
    const answers = [answer(1, true, { itemId: 7 }), answer(1, false, { itemId: 8 })];
    const practised = questionsToPractise({ isSubmitted: true, questions: asked, answers });
    expect(practised.map((each) => each.question.itemId)).toEqual([8]);
  });

  it("contains nothing before the submission, also for checked answers", () => {
    expect(idsOf([answer(1, false)], false)).toEqual([]);
    expect(isPracticeOpen({ isSubmitted: false, questions, answers: [answer(1, false)] })).toBe(false);
  });

  it("is offered if an answer was wrong", () => {
    const answers = [answer(1, true), answer(2, false)];
    expect(isPracticeOffered({ isSubmitted: true, questions, answers })).toBe(true);
    expect(isPracticeOffered({ isSubmitted: true, questions, answers: [answer(1, true)] })).toBe(false);
  });

  it("is available if the answers have been graded", () => {
    expect(isPracticeOpen({ isSubmitted: true, questions, answers: [answer(1, true)] })).toBe(true);
    expect(isPracticeOpen({ isSubmitted: true, questions, answers: [answer(1, null)] })).toBe(false);
    expect(isPracticeOpen({ isSubmitted: true, questions: [], answers: [] })).toBe(false);
  });
});
