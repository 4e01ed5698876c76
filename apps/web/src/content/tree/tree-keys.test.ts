import { describe, expect, it } from "vitest";
import { commandOf, isTypeAhead, type TreeCommand, typeAheadIndex } from "./tree-keys.ts";

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe("keys of the tree", () => {
  const keys: [pressed: Partial<Parameters<typeof commandOf>[0]> & { key: string }, command: TreeCommand | null][] = [
    [{ key: "ArrowDown" }, "down"],
    [{ key: "ArrowDown", shiftKey: true }, "extendDown"],
    [{ key: "ArrowDown", altKey: true }, "moveDown"],
    [{ key: "*", shiftKey: true }, "expandSiblings"],
    [{ key: "F2" }, "rename"],
    [{ key: "a", ctrlKey: true }, "selectAll"],
    [{ key: "c", metaKey: true }, "copy"],
    [{ key: "z", ctrlKey: true }, "undo"],
    [{ key: "d", ctrlKey: true }, "duplicate"],
    [{ key: "Z", ctrlKey: true, shiftKey: true }, "redo"],
    [{ key: "F10", shiftKey: true }, "menu"],
    [{ key: "ContextMenu" }, "menu"],
    [{ key: " " }, "toggle"],
    [{ key: "k" }, null],
  ];
  for (const [pressed, command] of keys) {
    it(`${JSON.stringify(pressed)}: ${command}`, () =>
      expect(commandOf({ ...NO_MODIFIERS, ...pressed })).toBe(command));
  }

  it("letters search for a title, commands do not", () => {
    expect(isTypeAhead({ ...NO_MODIFIERS, key: "k" })).toBe(true);
    expect(isTypeAhead({ ...NO_MODIFIERS, key: "k", ctrlKey: true })).toBe(false);
    expect(isTypeAhead({ ...NO_MODIFIERS, key: "Enter" })).toBe(false);
  });

  const titles = ["Kidney", "Liver", "Lung", "kurs"];
  const typed: [text: string, from: number, index: number][] = [
    ["l", 0, 1],
    ["l", 1, 2],
    ["ll", 1, 2],
    ["lu", 1, 2],
    ["K", 0, 3],
    ["k", 3, 0],
    ["x", 0, -1],
  ];
  for (const [text, from, index] of typed) {
    it(`"${text}" from row ${from}: ${index}`, () => expect(typeAheadIndex(titles, text, from)).toBe(index));
  }
});
