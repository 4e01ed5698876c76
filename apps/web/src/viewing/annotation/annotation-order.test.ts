import { describe, expect, it } from "vitest";
import { movedStretch, withPlaces, withStretch } from "./annotation-order.ts";

/** Places with gaps, as where students' annotations stand between. */
const LIST = [
  { id: 11, order: 1 },
  { id: 12, order: 3 },
  { id: 13, order: 4 },
  { id: 14, order: 8 },
];

describe("the stretch that changes", () => {
  const cases: [what: string, from: number, to: number, ids: number[]][] = [
    ["down", 0, 2, [12, 13, 11]],
    ["up", 3, 1, [14, 12, 13]],
    ["by one", 1, 2, [13, 12]],
    ["nowhere", 2, 2, []],
    ["past the end", 3, 4, []],
    ["from nowhere", -1, 2, []],
  ];
  for (const [what, from, to, ids] of cases) {
    it(`moving ${what} names ${ids.length === 0 ? "nothing" : ids.join(", ")}`, () => {
      expect(movedStretch(LIST, from, to)).toEqual(ids);
    });
  }
});

it("those named take the places that they hold together; the others keep theirs", () => {
  expect(withStretch(LIST, [14, 12, 13])).toEqual([
    { id: 11, order: 1 },
    { id: 14, order: 3 },
    { id: 12, order: 4 },
    { id: 13, order: 8 },
  ]);
});

it("skips one that was deleted since", () => {
  expect(withStretch(LIST, [13, 99, 12])).toEqual([
    { id: 11, order: 1 },
    { id: 13, order: 3 },
    { id: 12, order: 4 },
    { id: 14, order: 8 },
  ]);
});

it("places that the server tells are taken as they are", () => {
  expect(withPlaces(LIST, [{ id: 11, order: 9 }]).map(({ id }) => id)).toEqual([12, 13, 14, 11]);
});
