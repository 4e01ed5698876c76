import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insertAt, isOtherList, mergeOrder, orderWithinSlots } from "./order-rules.ts";

const merges: [what: string, current: number[], requested: number[], merged: number[]][] = [
  ["nothing else has happened", [1, 2, 3], [3, 1, 2], [3, 1, 2]],
  ["one was removed", [1, 3], [3, 2, 1], [3, 1]],
  ["one was added at the end: it stays after its neighbour", [1, 2, 3, 9], [3, 1, 2], [3, 9, 1, 2]],
  ["one was added at the head: it stays there", [9, 1, 2, 3], [3, 1, 2], [9, 3, 1, 2]],
  ["two were added in a row: they stay together", [1, 8, 9, 2], [2, 1], [2, 1, 8, 9]],
  ["all are new", [7, 8], [1, 2], [7, 8]],
  ["nothing was requested", [7, 8], [], [7, 8]],
];
describe("merging two orders", () => {
  for (const [what, current, requested, merged] of merges)
    it(what, () => expect(mergeOrder(current, requested)).toEqual(merged));

  it("always yields a permutation of the current items in the requested order", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });
    fc.assert(
      fc.property(ids, ids, (current, requested) => {
        const merged = mergeOrder(current, requested);
        expect(merged.toSorted()).toEqual(current.toSorted());
        expect(merged.filter((id) => requested.includes(id))).toEqual(requested.filter((id) => current.includes(id)));
      }),
    );
  });
});

const lists: [current: number[], requested: number[], isOther: boolean][] = [
  [[1, 2], [2, 1], false],
  [[1, 2], [1], true],
  [[1], [1, 2], true],
  [[1, 2], [1, 3], true],
  [[], [], false],
];
it("distinguishes a request based on another list from one based on the same list", () => {
  for (const [current, requested, isOther] of lists) expect(isOtherList(current, requested)).toBe(isOther);
});

it("folders are reordered among folders, other items stay in place", () => {
  const isFolder = (id: number) => id < 10;
  expect(orderWithinSlots([1, 20, 2, 21, 3], [3, 2, 1], isFolder)).toEqual([3, 20, 2, 21, 1]);
});

const insertions: [position: number | undefined, list: number[]][] = [
  [1, [8, 9, 1, 2]],
  [2, [1, 8, 9, 2]],
  [3, [1, 2, 8, 9]],
  [99, [1, 2, 8, 9]],
  [undefined, [1, 2, 8, 9]],
];
it("items are inserted at a position, or at the end", () => {
  for (const [position, list] of insertions) expect(insertAt([1, 2], [8, 9], position)).toEqual(list);
});
