import { expect, it } from "vitest";
import { completePoints } from "./complete-points.ts";

it("of a quiz that did not change, all attempts and questions count", () => {
  const table = [
    [1, 0],
    [0.5, 2],
  ];
  expect(completePoints(table, 2)).toEqual({ questions: [0, 1], points: table });
});

it("a question that was added after most attempts has no figures, and takes nobody's away", () => {
  const table = [
    [1, null, 0],
    [0, null, 1],
    [1, 1, 1],
  ];
  expect(completePoints(table, 3)).toEqual({
    questions: [0, 2],
    points: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  });
});

it("an attempt that was not asked what most were asked is left out", () => {
  const table = [
    [1, null],
    [0, 1],
    [1, 1],
  ];
  expect(completePoints(table, 2)).toEqual({
    questions: [0, 1],
    points: [
      [0, 1],
      [1, 1],
    ],
  });
});

it("without attempts, and without points, there is nothing to work with", () => {
  expect(completePoints([], 2)).toEqual({ questions: [0, 1], points: [] });
  expect(completePoints([[null, null]], 2)).toEqual({ questions: [], points: [] });
});
