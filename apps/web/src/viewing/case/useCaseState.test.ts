import { describe, expect, it } from "vitest";
import { slidesOfPlaces } from "./useCaseState.ts";

describe("the slides in the containers", () => {
  const two = { columns: 2, rows: 1 };
  const four = { columns: 2, rows: 2 };
  const cases: [name: string, ...Parameters<typeof slidesOfPlaces>, expected: number[]][] = [
    ["come cyclically", four, [7, 8, 9], null, [7, 8, 9, 7]],
    ["are those of the address", two, [7, 8, 9], [9, 7], [9, 7]],
    ["are the case's where the address names one that is not shown", two, [7, 8, 9], [9, 5], [9, 8]],
    ["are the case's where the address names too few", four, [7, 8], [8], [8, 8, 7, 8]],
    ["are none without slides", two, [], [7], []],
  ];
  for (const [name, layout, ids, wanted, expected] of cases)
    it(name, () => expect(slidesOfPlaces(layout, ids, wanted)).toEqual(expected));
});
