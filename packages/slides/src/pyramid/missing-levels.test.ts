import { describe, expect, it } from "vitest";
import { missingLevels } from "./missing-levels.ts";

/** Widths and heights of the existing levels, and of the missing ones with their source level. */
const cases: [what: string, levels: [number, number][], missing: [from: number, width: number, height: number][]][] = [
  [
    "levels 1, 4, 16 of a scanner",
    [
      [16000, 12000],
      [4000, 3000],
      [1000, 750],
    ],
    [],
  ],
  ["one level that is small enough", [[1024, 700]], []],
  [
    "one level just too large",
    [[1025, 700]],
    [
      [0, 513, 350],
      [0, 257, 175],
    ],
  ],
  [
    "one level of 2220 x 2967",
    [[2220, 2967]],
    [
      [0, 1110, 1484],
      [0, 555, 742],
      [0, 278, 371],
    ],
  ],
  [
    "a gap of 8",
    [
      [8000, 8000],
      [1000, 1000],
    ],
    [],
  ],
  [
    "a gap of 16",
    [
      [16000, 8000],
      [1000, 500],
    ],
    [
      [0, 8000, 4000],
      [0, 4000, 2000],
      [0, 2000, 1000],
    ],
  ],
  [
    "a gap of 10: the level next to the existing one is omitted",
    [
      [10000, 10000],
      [1000, 1000],
    ],
    [
      [0, 5000, 5000],
      [0, 2500, 2500],
    ],
  ],
  [
    "a gap above, none below",
    [
      [32000, 100],
      [2000, 7],
      [500, 2],
    ],
    [
      [0, 16000, 50],
      [0, 8000, 25],
      [0, 4000, 13],
    ],
  ],
  [
    "the smallest level is too large",
    [
      [8000, 8000],
      [2000, 2000],
    ],
    [
      [1, 1000, 1000],
      [1, 500, 500],
    ],
  ],
  [
    "a gap, and the smallest too large",
    [
      [24000, 24000],
      [2000, 2000],
    ],
    [
      [0, 12000, 12000],
      [0, 6000, 6000],
      [0, 3000, 3000],
      [1, 1000, 1000],
      [1, 500, 500],
    ],
  ],
];

describe("missingLevels", () => {
  for (const [what, levels, expected] of cases) {
    it(`${what}: ${expected.length === 0 ? "none" : expected.map(([, width]) => width).join(", ")}`, () => {
      const missing = missingLevels(levels.map(([width, height]) => ({ width, height })));
      expect(missing.map(({ from, width, height }) => [from, width, height])).toEqual(expected);
    });
  }
});
