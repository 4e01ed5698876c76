import { describe, expect, it } from "vitest";
import { halveRows } from "./halve-rows.ts";

/** One channel's samples; the other two have the same plus 1 and plus 2. */
const cases: [what: string, source: number[][], halved: number[][]][] = [
  [
    "the mean of 2 x 2",
    [
      [10, 20],
      [30, 40],
    ],
    [[25]],
  ],
  [
    "half is rounded up",
    [
      [0, 0],
      [1, 1],
    ],
    [[1]],
  ],
  [
    "a quarter is rounded down",
    [
      [0, 0],
      [0, 1],
    ],
    [[0]],
  ],
  [
    "an odd column is averaged with itself",
    [
      [10, 10, 100],
      [10, 10, 51],
    ],
    [[10, 76]],
  ],
  [
    "an odd row is averaged with itself",
    [
      [10, 20],
      [10, 20],
      [7, 8],
    ],
    [[15], [8]],
  ],
  ["a single pixel is unchanged", [[77]], [[77]]],
];

describe("halveRows", () => {
  for (const [what, source, expected] of cases) {
    it(what, () => {
      const width = source[0]!.length;
      const rgb = (rows: number[][]) => Uint8Array.from(rows.flat().flatMap((value) => [value, value + 1, value + 2]));
      const target = new Uint8Array(expected.flat().length * 3);
      halveRows(rgb(source), width, source.length, target);
      expect([...target]).toEqual([...rgb(expected)]);
    });
  }
});
