import { describe, expect, it } from "vitest";
import { slidesOfPlaces } from "./useCaseState.ts";

describe("the slides in the containers", () => {
  const two = { columns: 2, rows: 1 };
  const four = { columns: 2, rows: 2 };
  const cases: [name: string, ...Parameters<typeof slidesOfPlaces>, expected: number[]][] = [
    ["are assigned cyclically", four, [7, 8, 9], null, [7, 8, 9, 7]],
    ["are those of the URL", two, [7, 8, 9], [9, 7], [9, 7]],
    ["are the case's if the URL contains one that is not in the case", two, [7, 8, 9], [9, 5], [9, 8]],
    ["are the case's if the URL contains too few", four, [7, 8], [8], [8, 8, 7, 8]],
    ["are empty without slides", two, [], [7], []],
  ];
  for (const [name, layout, ids, requestedIds, expected] of cases)
    it(name, () => expect(slidesOfPlaces(layout, ids, requestedIds)).toEqual(expected));
});
