/** Keys of the page, of the viewer, and of tools on the slide: none has two meanings in one context. */
import { VIEWER_KEYS } from "@parfocal/viewer/keyboard/keys.ts";
import { describe, expect, it } from "vitest";
import { CONTINUOUS_KEY, FREEHAND_KEY, TOOL_KEYS } from "#annotation/drawing-tools.ts";
import { REVIEW_KEYS } from "#annotation/review-keys.ts";
import { EDITING_KEYS } from "#annotation-editing/editing-keys.ts";
import { KEEP_KEY } from "#measuring/measuring-keys.ts";
import { SLIDE_COMMANDS } from "./slide-commands.ts";

const pageKeys: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SLIDE_COMMANDS).map(([command, { shortcut }]) => [shortcut, command]),
);
const onPage = (keys: readonly string[]): string[] => keys.filter((key) => key in pageKeys);
const twice = (keys: readonly string[]): string[] => keys.filter((key, index) => keys.indexOf(key) !== index);

const editing = Object.values(EDITING_KEYS).flat();
const drawing = [...Object.values(TOOL_KEYS), FREEHAND_KEY, CONTINUOUS_KEY];

describe("the keys of the slide page", () => {
  const groups: [what: string, keys: readonly string[]][] = [
    ["the page", Object.values(SLIDE_COMMANDS).map(({ shortcut }) => shortcut)],
    ["drawing and editing together", [...drawing, ...editing]],
    ["the review queue", Object.values(REVIEW_KEYS)],
  ];
  for (const [what, keys] of groups) it(`of ${what} have one action each`, () => expect(twice(keys)).toEqual([]));

  it("of editing, reviewing and measuring are not keys of the page", () => {
    expect(onPage([...editing, ...Object.values(REVIEW_KEYS), KEEP_KEY])).toEqual([]);
  });

  it("mean a tool instead while drawing, only in these two cases", () => {
    expect(onPage(drawing).map((key) => [key, pageKeys[key]])).toEqual([
      ["L", "copyLink"],
      ["G", "toggleGrid"],
    ]);
  });

  it("have the same meaning on the focused slide as on the page", () => {
    const same = VIEWER_KEYS.flatMap(({ key, action, isShift, isCtrl }) => {
      const shortcut = `${isShift ? "Shift+" : ""}${key.length === 1 ? key.toUpperCase() : key}`;
      return !isCtrl && shortcut in pageKeys ? [[action, pageKeys[shortcut]]] : [];
    });
    expect(same.length).toBeGreaterThan(4);
    for (const [action, command] of same) expect(action).toBe(command);
  });
});
