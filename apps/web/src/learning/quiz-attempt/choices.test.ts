import { expect, it } from "vitest";
import { chosenByDigit, chosenOptions, pairsOf, toggled, withPair } from "./choices.ts";

it("an option is selected and deselected", () => {
  expect(toggled(["a"], "b")).toEqual(["a", "b"]);
  expect(toggled(["a", "b"], "a")).toEqual(["b"]);
});

it("each side is in at most one pair", () => {
  const pairs = [
    { left: "1", right: "x" },
    { left: "2", right: "y" },
  ];
  expect(withPair(pairs, "1", "y")).toEqual([{ left: "1", right: "y" }]);
  expect(withPair(pairs, "3", "z")).toEqual([...pairs, { left: "3", right: "z" }]);
  expect(withPair(pairs, "1", null)).toEqual([{ left: "2", right: "y" }]);
});

it("an answer of another type is treated as empty", () => {
  expect([chosenOptions("a"), chosenOptions(["a", "b"]), chosenOptions(undefined), chosenOptions(null)]).toEqual([
    ["a"],
    ["a", "b"],
    [],
    [],
  ]);
  expect([pairsOf(["a"]), pairsOf("a"), pairsOf([{ left: "1", right: "x" }])]).toEqual([
    [],
    [],
    [{ left: "1", right: "x" }],
  ]);
});

it("a digit selects an existing option only", () => {
  const quizAnswerOptions = ["a", "b"].map((id) => ({ id, label: id, option: id }));
  const at = (questionType: "multiple-choice" | "multiple-answer" | "short-answer", place: number) =>
    chosenByDigit({ questionType, quizAnswerOptions }, ["a"], place);
  expect(at("multiple-choice", 1)).toBe("b");
  expect(at("multiple-answer", 1)).toEqual(["a", "b"]);
  expect(at("multiple-answer", 0)).toEqual([]);
  expect([at("multiple-choice", 2), at("short-answer", 0)]).toEqual([undefined, undefined]);
});
