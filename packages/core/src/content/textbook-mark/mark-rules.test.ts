import { expect, it } from "vitest";
import { MARK_TARGET_KINDS, markTargetProblem } from "./mark-rules.ts";

const NEITHER = { hasView: false, hasPage: false };
const VIEW = { hasView: true, hasPage: false };
const PAGE = { hasView: false, hasPage: true };

it("a mark can link to items with their own page, but not to parts of a quiz", () => {
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

it("a page target is in this textbook or another one; this one requires a page", () => {
  expect(markTargetProblem(null, PAGE)).toBeNull();
  expect(markTargetProblem("textbook", PAGE)).toBeNull();
  expect(markTargetProblem("textbook", NEITHER)).toBeNull();
  expect(markTargetProblem(null, NEITHER)).toBe("pageIndex");
  expect(markTargetProblem("image", PAGE)).toBe("pageIndex");
});
