import { describe, expect, it } from "vitest";
import { indexByKey, isChosenWindow, STACK_COMMAND_NAMES, STACK_COMMANDS, windowChoices } from "./stack-commands.ts";
import { STACK_TOOL_NAMES, STACK_TOOLS } from "./stack-tools.ts";

describe("a key in a stack of 24 images", () => {
  const cases: [key: string, index: number, next: number | null][] = [
    ["ArrowDown", 3, 4],
    ["ArrowRight", 23, 23],
    ["ArrowUp", 3, 2],
    ["ArrowLeft", 0, 0],
    ["PageDown", 3, 13],
    ["PageDown", 20, 23],
    ["PageUp", 3, 0],
    ["Home", 9, 0],
    ["End", 9, 23],
    ["k", 9, null],
  ];
  for (const [key, index, next] of cases) {
    it(`${key} from ${index} moves to ${next ?? "no image"}`, () => {
      expect(indexByKey(key, { index, count: 24 })).toBe(next);
    });
  }
});

it("no two keys are the same", () => {
  const keys = [
    ...STACK_COMMAND_NAMES.map((name) => STACK_COMMANDS[name].key),
    ...STACK_TOOL_NAMES.map((name) => STACK_TOOLS[name].key),
    ..."DFL?+-".split(""),
    ...windowChoices("CT").map((_, index) => String(index + 1)),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

it("tissue presets are for CT only", () => {
  expect(windowChoices("CT")).toEqual(["recorded", "full", "softTissue", "lung", "bone", "brain"]);
  expect(windowChoices("MR")).toEqual(["recorded", "full"]);
});

describe("the active window preset", () => {
  const look = {
    recordedWindow: { center: 40, width: 350 },
    fullRange: { lower: -1024, upper: 1023 },
    window: { center: -600, width: 1500 },
  };
  it("is recognized by its values", () => {
    expect(windowChoices("CT").filter((choice) => isChosenWindow(look, choice))).toEqual(["lung"]);
  });
  it("can be none of the presets", () => {
    const own = { ...look, window: { center: 1, width: 2 } };
    expect(windowChoices("CT").filter((choice) => isChosenWindow(own, choice))).toEqual([]);
  });
  it("does not exist for colour images", () => {
    const colour = { window: null, recordedWindow: null, fullRange: null };
    expect(isChosenWindow(colour, "recorded")).toBe(false);
  });
});
