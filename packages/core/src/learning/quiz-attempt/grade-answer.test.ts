import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GivenAnswer } from "./given-answer.ts";
import { gradeAnswer, hasKey, type KeyOption, type QuestionKey } from "./grade-answer.ts";
import { pointsFor, sumOfPoints } from "./points.ts";

const option = (id: number, change: Partial<KeyOption> = {}): KeyOption => ({
  id,
  option: `Option ${id}`,
  isCorrect: false,
  left: "",
  right: "",
  region: null,
  ...change,
});
const key = (change: Partial<QuestionKey>): QuestionKey => ({
  type: "multiple-choice",
  score: 6,
  correctAnswer: "",
  options: [],
  pixel: null,
  ...change,
});
const choices = [option(1, { isCorrect: true }), option(2), option(3, { isCorrect: true }), option(4)];
const pair = (id: number, left: string, right: string) => option(id, { option: "", left, right });
const SQUARE = "POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0))";
const FAR_SQUARE = "POLYGON ((1000 0, 1100 0, 1100 100, 1000 100, 1000 0))";
const RING = "POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0), (30 30, 70 30, 70 70, 30 70, 30 30))";

const choose = (optionId: number | null): GivenAnswer => ({ type: "multiple-choice", optionId });
const tick = (...optionIds: number[]): GivenAnswer => ({ type: "multiple-answer", optionIds });
const match = (...pairs: [number, number][]): GivenAnswer => ({
  type: "matching",
  pairs: pairs.map(([leftId, rightId]) => ({ leftId, rightId })),
});
const mark = (...marks: string[]): GivenAnswer => ({ type: "annotation", marks });

const single = key({ options: [option(1, { isCorrect: true }), option(2)] });
const several = key({ type: "multiple-answer", options: choices });
const pairs = key({
  type: "matching",
  options: [pair(1, "HE", "pink"), pair(2, "PAS", "magenta"), pair(3, "Eosin", "Pink "), pair(4, "", "green")],
});
const regions = key({
  type: "annotation",
  options: [option(1, { region: SQUARE }), option(2, { region: FAR_SQUARE })],
});
const holed = key({ type: "annotation", options: [option(1, { region: RING })] });

const cases: [name: string, question: QuestionKey, answer: GivenAnswer | null, earned: number][] = [
  ["the correct choice", single, choose(1), 600],
  ["a wrong choice", single, choose(2), 0],
  ["a removed choice", single, choose(9), 0],
  ["no choice", single, choose(null), 0],
  ["no answer", single, null, 0],
  ["an answer of the question's previous type", single, tick(1), 0],
  ["all right ticks", several, tick(1, 3), 600],
  ["half of them", several, tick(1), 300],
  ["half of them and half of the wrong ones", several, tick(1, 2), 0],
  ["all correct and half of the wrong ones", several, tick(1, 2, 3), 300],
  ["everything ticked", several, tick(1, 2, 3, 4), 0],
  ["only wrong selections: not below 0", several, tick(2, 4), 0],
  ["a repeated selection counts once", several, tick(1, 1), 300],
  ["all pairs", pairs, match([1, 1], [2, 2], [3, 3]), 600],
  ["two of three pairs", pairs, match([1, 1], [2, 2], [3, 4]), 400],
  ["the same text from another pair", pairs, match([1, 3], [2, 2], [3, 1]), 600],
  ["one of three", pairs, match([1, 1]), 200],
  ["points in both regions", regions, mark("POINT (50 50)", "POINT (1050 50)"), 600],
  ["a point in one of them", regions, mark("POINT (50 50)"), 300],
  ["two points in the same region", regions, mark("POINT (50 50)", "POINT (51 50)"), 300],
  ["a mark that hits nothing is subtracted", regions, mark("POINT (50 50)", "POINT (500 50)"), 0],
  ["a drawing that covers most of a region", regions, mark("POLYGON ((0 0, 90 0, 90 100, 0 100, 0 0))"), 300],
  ["a drawing over less than half", regions, mark("POLYGON ((0 0, 40 0, 40 100, 0 100, 0 0))"), 0],
  ["a drawing over everything", regions, mark("POLYGON ((0 0, 2000 0, 2000 1000, 0 1000, 0 0))"), 0],
  ["a line within a region", regions, mark("LINESTRING (10 10, 90 90)"), 300],
  ["a line mostly outside", regions, mark("LINESTRING (90 50, 200 50)"), 0],
  ["several points in one mark", regions, mark("MULTIPOINT ((10 10), (20 20), (500 5))"), 300],
  ["a point in a hole", holed, mark("POINT (50 50)"), 0],
  ["a point beside the hole", holed, mark("POINT (10 50)"), 600],
  ["a drawing that fills the hole too", holed, mark(SQUARE), 600],
  ["an invalid geometry", regions, mark("nonsense"), 0],
];
describe("points of an answer", () => {
  for (const [name, question, answer, earned] of cases) {
    it(name, () =>
      expect(gradeAnswer(question, answer)).toEqual({
        earnedHundredths: earned,
        maxHundredths: 600,
        isRight: earned === 600,
      }),
    );
  }
});

it("a point within 1 µm of the outline counts, by the pixel size of each axis", () => {
  const near = (pixel: QuestionKey["pixel"], x: number, y: number) =>
    gradeAnswer({ ...holed, pixel }, mark(`POINT (${x} ${y})`))?.isRight;
  expect(near({ x: 0.25, y: 2 }, 103, 50)).toBe(true);
  expect(near({ x: 0.25, y: 2 }, 50, 103)).toBe(false);
  expect(near(null, 100.5, 50)).toBe(false);
});

const keyless: [name: string, question: QuestionKey][] = [
  ["a short answer without a key", key({ type: "short-answer", correctAnswer: " | " })],
  ["a choice without a correct option", key({ options: [option(1), option(2)] })],
  ["selections without a correct option", key({ type: "multiple-answer", options: [option(1)] })],
  ["pairs without a right side", key({ type: "matching", options: [pair(1, "HE", "")] })],
  ["no valid region", key({ type: "annotation", options: [option(1, { region: "x" })] })],
];
describe("a question without a key is not graded", () => {
  for (const [name, question] of keyless)
    it(name, () => {
      expect(hasKey(question)).toBe(false);
      expect(gradeAnswer(question, null)).toBeNull();
    });
});

it("without its own score, a question is worth one point", () =>
  expect(gradeAnswer({ ...single, score: null }, choose(1))?.maxHundredths).toBe(100));

it("thirds are rounded to two decimals, and an answer worth 0 points can be correct", () => {
  expect(gradeAnswer({ ...pairs, score: 1 }, match([1, 1], [2, 2]))).toMatchObject({ earnedHundredths: 67 });
  expect(gradeAnswer({ ...single, score: 0 }, choose(1))).toMatchObject({ earnedHundredths: 0, isRight: true });
});

const someTicks = fc.subarray([1, 2, 3, 4]);
it("selections count the same in any order", () => {
  fc.assert(
    fc.property(someTicks, (ids) => {
      const earned = gradeAnswer(several, tick(...ids));
      expect(gradeAnswer(several, tick(...ids.toReversed()))).toEqual(earned);
      expect(earned?.earnedHundredths).toBeGreaterThanOrEqual(0);
      expect(earned?.earnedHundredths).toBeLessThanOrEqual(600);
    }),
  );
});

it("sums of points are exact: 1.1 a hundred times is 110", () => {
  const share = { numerator: 1, denominator: 1 };
  const all = Array.from({ length: 100 }, () => pointsFor(share, 110));
  expect(sumOfPoints(all)).toEqual({ earnedHundredths: 11_000, maxHundredths: 11_000 });
});

it("points grow with the share, from 0 to the maximum", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 30 }), fc.integer({ min: 1, max: 26 }), fc.nat(99_999), (a, b, max) => {
      const { earnedHundredths } = pointsFor({ numerator: a, denominator: b }, max);
      expect(earnedHundredths).toBeGreaterThanOrEqual(0);
      expect(earnedHundredths).toBeLessThanOrEqual(max);
      expect(pointsFor({ numerator: a + 1, denominator: b }, max).earnedHundredths).toBeGreaterThanOrEqual(
        earnedHundredths,
      );
    }),
  );
});
