import { describe, expect, it } from "vitest";
import { movedStretch, withPlaces, withStretch } from "./annotation-order.ts";

/** Positions with gaps, as with students' annotations in between. */
const LIST = [
  { id: 11, order: 1 },
  { id: 12, order: 3 },
  { id: 13, order: 4 },
  { id: 14, order: 8 },
];

describe("the range that changes", () => {
  const cases: [what: string, from: number, to: number, ids: number[]][] = [
    ["down", 0, 2, [12, 13, 11]],
    ["up", 3, 1, [14, 12, 13]],
    ["by one", 1, 2, [13, 12]],
    ["nowhere", 2, 2, []],
    ["past the end", 3, 4, []],
    ["from nowhere", -1, 2, []],
  ];
  for (const [what, from, to, ids] of cases) {
    it(`moving ${what} includes ${ids.length === 0 ? "nothing" : ids.join(", ")}`, () => {
      expect(movedStretch(LIST, from, to)).toEqual(ids);
    });
  }
});

it("the listed items share the positions they had together; the others keep theirs", () => {
  expect(withStretch(LIST, [14, 12, 13])).toEqual([
    { id: 11, order: 1 },
    { id: 14, order: 3 },
    { id: 12, order: 4 },
    { id: 13, order: 8 },
  ]);
});

it("skips one that has been deleted since", () => {
  expect(withStretch(LIST, [13, 99, 12])).toEqual([
    { id: 11, order: 1 },
    { id: 13, order: 3 },
    { id: 12, order: 4 },
    { id: 14, order: 8 },
  ]);
});

it("positions from the server are used as they are", () => {
  expect(withPlaces(LIST, [{ id: 11, order: 9 }]).map(({ id }) => id)).toEqual([12, 13, 14, 11]);
});
