import { describe, expect, it } from "vitest";
import { downsampleOf, isSameShape } from "./choose-levels.ts";

type Side = readonly [width: number, height: number];
const size = ([width, height]: Side) => ({ width, height });

describe("downsampleOf", () => {
  const cases: [what: string, full: Side, reduced: Side, expected: number][] = [
    ["exact", [1024, 512], [256, 128], 4],
    ["rounded down", [300, 250], [37, 31], 8],
    ["rounded up", [46_000, 32_914], [11_500, 8229], 4],
    ["one side rounded down, the other up", [101, 203], [50, 102], 2],
    ["an integer that is not a power of two", [3000, 2100], [1000, 700], 3],
    ["not an integer", [1000, 500], [400, 200], 2.5],
  ];
  for (const [what, full, reduced, expected] of cases) {
    it(`${what}: ${full} to ${reduced} is ${expected}`, () => {
      expect(downsampleOf(size(full), size(reduced))).toBe(expected);
    });
  }
});

describe("isSameShape", () => {
  const cases: [full: Side, reduced: Side, expected: boolean][] = [
    [[46_000, 32_914], [11_500, 8228], true],
    [[300, 250], [37, 31], true],
    [[46_000, 32_914], [1280, 431], false],
    [[2220, 2967], [387, 463], false],
  ];
  for (const [full, reduced, expected] of cases) {
    it(`${full} and ${reduced}: ${expected}`, () => {
      expect(isSameShape(size(full), size(reduced))).toBe(expected);
    });
  }
});
