import { expect, it } from "vitest";
import { MARK_TARGET_KINDS, markTargetProblem } from "./mark-rules.ts";

const NEITHER = { hasView: false, hasPage: false };
const VIEW = { hasView: true, hasPage: false };
const PAGE = { hasView: false, hasPage: true };

it("a mark leads to what has a page of its own, and to no question of a quiz", () => {
  expect(MARK_TARGET_KINDS).toEqual(expect.arrayContaining(["image", "case", "textbook", "quiz", "attachment"]));
  expect(markTargetProblem("case", NEITHER)).toBeNull();
  for (const kind of ["quizQuestion", "quizSlide", "quizAnswerOption"] as const)
    expect(markTargetProblem(kind, NEITHER), kind).toBe("kind");
});

it("only a slide has a view", () => {
  expect(markTargetProblem("image", VIEW)).toBeNull();
  expect(markTargetProblem("case", VIEW)).toBe("view");
  expect(markTargetProblem(null, { hasView: true, hasPage: true })).toBe("view");
});

it("a page belongs to this textbook or to another one, and this one needs it", () => {
  expect(markTargetProblem(null, PAGE)).toBeNull();
  expect(markTargetProblem("textbook", PAGE)).toBeNull();
  expect(markTargetProblem("textbook", NEITHER)).toBeNull();
  expect(markTargetProblem(null, NEITHER)).toBe("pageIndex");
  expect(markTargetProblem("image", PAGE)).toBe("pageIndex");
});
