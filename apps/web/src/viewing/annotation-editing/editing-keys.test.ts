import { describe, expect, it } from "vitest";
import { type EditingKeyAction, editingActionOf } from "./editing-keys.ts";

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe("keys that change annotations", () => {
  const cases: [key: string, modifiers: Partial<typeof NONE>, EditingKeyAction | null][] = [
    ["z", { ctrlKey: true }, "undo"],
    ["z", { metaKey: true }, "undo"],
    ["y", { ctrlKey: true }, "redo"],
    ["Z", { ctrlKey: true, shiftKey: true }, "redo"],
    ["d", { ctrlKey: true }, "duplicate"],
    ["a", { ctrlKey: true }, "selectAll"],
    ["a", {}, null],
    ["Delete", {}, "remove"],
    ["Backspace", {}, "remove"],
    ["[", {}, "brushSmaller"],
    ["]", {}, "brushLarger"],
    // On a German keyboard: AltGr+8.
    ["[", { ctrlKey: true, altKey: true }, "brushSmaller"],
    ["j", {}, "nextHandle"],
    ["J", { shiftKey: true }, "previousHandle"],
    ["Q", { shiftKey: true }, "quick"],
    ["q", {}, null],
    ["P", { shiftKey: true }, "paint"],
    ["u", {}, null],
    ["z", { ctrlKey: true, altKey: true }, null],
  ];
  for (const [key, modifiers, expected] of cases) {
    it(`${Object.keys(modifiers).join(" ")} ${key}: ${expected}`, () => {
      expect(editingActionOf({ ...NONE, ...modifiers, key })).toBe(expected);
    });
  }
});
