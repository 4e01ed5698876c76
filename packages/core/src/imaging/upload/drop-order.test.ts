import { expect, it } from "vitest";
import { type CameWithDrop, positionInDrop } from "./drop-order.ts";

const came = (...pairs: [itemId: number, number: number][]): CameWithDrop[] =>
  pairs.map(([itemId, number]) => ({ itemId, number }));

const cases: [what: string, order: number[], come: CameWithDrop[], number: number, position: number | undefined][] = [
  ["the first of all goes to the end", [5, 6], [], 3, undefined],
  ["behind the one before it", [5, 11, 6], came([11, 1]), 2, 3],
  ["behind the nearest of those before it", [11, 12, 6], came([12, 2], [11, 1]), 3, 3],
  ["before the one behind it", [5, 13], came([13, 3]), 1, 2],
  ["before the nearest of those behind it", [5, 12, 13], came([13, 3], [12, 2]), 1, 2],
  ["between two", [11, 13], came([11, 1], [13, 3]), 2, 2],
  ["behind its forerunner, wherever somebody has moved that", [13, 5, 11], came([11, 1], [13, 3]), 2, 4],
  ["what was taken away in the meantime does not count", [13], came([11, 1], [13, 3]), 2, 1],
];
for (const [what, order, come, number, position] of cases)
  it(what, () => expect(positionInDrop(order, come, number)).toBe(position));
