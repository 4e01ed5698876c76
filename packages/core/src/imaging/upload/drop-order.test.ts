import { expect, it } from "vitest";
import { type CameWithDrop, positionInDrop } from "./drop-order.ts";

const came = (...pairs: [itemId: number, number: number][]): CameWithDrop[] =>
  pairs.map(([itemId, number]) => ({ itemId, number }));

const cases: [what: string, order: number[], come: CameWithDrop[], number: number, position: number | undefined][] = [
  ["the first file is added at the end", [5, 6], [], 3, undefined],
  ["after its predecessor", [5, 11, 6], came([11, 1]), 2, 3],
  ["after its nearest predecessor", [11, 12, 6], came([12, 2], [11, 1]), 3, 3],
  ["before its successor", [5, 13], came([13, 3]), 1, 2],
  ["before its nearest successor", [5, 12, 13], came([13, 3], [12, 2]), 1, 2],
  ["between two", [11, 13], came([11, 1], [13, 3]), 2, 2],
  ["after its predecessor, even if that was moved", [13, 5, 11], came([11, 1], [13, 3]), 2, 4],
  ["removed files are ignored", [13], came([11, 1], [13, 3]), 2, 1],
];
for (const [what, order, come, number, position] of cases)
  it(what, () => expect(positionInDrop(order, come, number)).toBe(position));
