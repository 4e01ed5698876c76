import { describe, expect, it } from "vitest";
import { type ChoosingHow, choose, howChosen, NOTHING_CHOSEN } from "./media-choice.ts";

const ORDER = [10, 20, 30, 40, 50];

const steps: [name: string, steps: readonly (readonly [id: number, how: ChoosingHow])[], ids: readonly number[]][] = [
  [
    "a single one replaces the selection",
    [
      [10, "toggle"],
      [20, "toggle"],
      [30, "alone"],
    ],
    [30],
  ],
  [
    "checkboxes add",
    [
      [30, "toggle"],
      [10, "toggle"],
    ],
    [10, 30],
  ],
  [
    "a checkbox removes again",
    [
      [30, "toggle"],
      [10, "toggle"],
      [30, "toggle"],
    ],
    [10],
  ],
  [
    "a range extends downwards",
    [
      [20, "alone"],
      [40, "range"],
    ],
    [20, 30, 40],
  ],
  [
    "a range extends upwards",
    [
      [40, "alone"],
      [20, "range"],
    ],
    [20, 30, 40],
  ],
  [
    "a range keeps others selected",
    [
      [10, "toggle"],
      [30, "toggle"],
      [50, "range"],
    ],
    [10, 30, 40, 50],
  ],
  [
    "a range includes selected ones within it",
    [
      [30, "toggle"],
      [20, "toggle"],
      [40, "range"],
    ],
    [20, 30, 40],
  ],
  ["a range without a start selects one", [[30, "range"]], [30]],
  [
    "a range from a file that is no longer listed selects one",
    [
      [99, "toggle"],
      [30, "range"],
    ],
    [30, 99],
  ],
];
describe("selecting", () => {
  for (const [name, taken, ids] of steps)
    it(name, () => {
      const chosen = taken.reduce((before, [id, how]) => choose(before, id, how, ORDER), NOTHING_CHOSEN);
      expect([...chosen.ids].toSorted((a, b) => a - b)).toEqual(ids);
    });

  it("a file selected by its checkbox has no preview", () => {
    expect(choose(NOTHING_CHOSEN, 10, "toggle", ORDER).isAlone).toBe(false);
    expect(choose(NOTHING_CHOSEN, 10, "alone", ORDER).isAlone).toBe(true);
  });
});

const keys = { ctrlKey: false, metaKey: false, shiftKey: false };
for (const [name, pressed, how] of [
  ["no key", {}, "alone"],
  ["Ctrl", { ctrlKey: true }, "toggle"],
  ["⌘", { metaKey: true }, "toggle"],
  ["Shift", { shiftKey: true }, "range"],
  ["Ctrl and Shift", { ctrlKey: true, shiftKey: true }, "range"],
] as const)
  it(`a click with ${name}: ${how}`, () => expect(howChosen({ ...keys, ...pressed })).toBe(how));
