// @vitest-environment happy-dom
import { newTally } from "@parfocal/core/counting/tally.ts";
import { describe, expect, it } from "vitest";
import { countingActionOf } from "./useCountingKeys.ts";

const { categories } = newTally("a", "a", ["Positive", "Negative"]);
const lettered = categories.map((category) => (category.id === 2 ? { ...category, key: "Q" } : category));

function reported(press: Partial<Parameters<typeof countingActionOf>[0]>): string {
  let action = "";
  const record = (name: string) => () => {
    action = name;
  };
  const act = countingActionOf(
    { key: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, target: null, ...press },
    {
      categories: lettered,
      put: (id) => record(`put ${id}`)(),
      remove: record("remove"),
      undo: record("undo"),
      redo: record("redo"),
    },
  );
  act?.();
  return act === null ? "nothing" : action;
}

describe("keys while counting", () => {
  const cases: [press: Partial<Parameters<typeof countingActionOf>[0]>, meaning: string][] = [
    [{ key: "1" }, "put 1"],
    [{ key: "q" }, "put 2"],
    [{ key: "1", repeat: true }, ""],
    [{ key: "3" }, "nothing"],
    [{ key: "q", shiftKey: true }, "nothing"],
    [{ key: "1", altKey: true }, "nothing"],
    [{ key: "Delete" }, "remove"],
    [{ key: "z", ctrlKey: true }, "undo"],
    [{ key: "Z", ctrlKey: true, shiftKey: true }, "redo"],
    [{ key: "y", metaKey: true }, "redo"],
    [{ key: "ArrowLeft" }, "nothing"],
  ];
  for (const [press, meaning] of cases) {
    it(`${JSON.stringify(press)}: ${meaning || "the same cell, not counted again"}`, () =>
      expect(reported(press)).toBe(meaning));
  }
});
