import { expect, it } from "vitest";
import { completePoints } from "./complete-points.ts";

it("all attempts and questions of an unchanged quiz count", () => {
  const table = [
    [1, 0],
    [0.5, 2],
  ];
  expect(completePoints(table, 2)).toEqual({ questions: [0, 1], points: table });
});

it("a question added after most attempts is omitted, and no attempt is", () => {
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

it("an attempt without a question that most attempts have is omitted", () => {
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

it("without attempts or points, the result is empty", () => {
  expect(completePoints([], 2)).toEqual({ questions: [0, 1], points: [] });
  expect(completePoints([[null, null]], 2)).toEqual({ questions: [], points: [] });
});
