import { CASE_BOUND_POINTS_MAX } from "@parfocal/core/case/case.contract.ts";
import { describe, expect, it } from "vitest";
import {
  changesOf,
  nextNumber,
  pointCountOf,
  startBinding,
  trimmed,
  withChanges,
  withoutNumber,
  withPoint,
} from "./binder-draft.ts";

const empty = startBinding([
  { id: 1, boundPoints: [] },
  { id: 2, boundPoints: [] },
]);
const half = withPoint(empty, 1, 0, [3, 4]);
const whole = withPoint(half, 2, 0, [5, 6]);

describe("binding slides point by point", () => {
  it("a number that one slide lacks comes first, then a new one", () => {
    expect(nextNumber(empty, [1, 2])).toBe(0);
    expect(nextNumber(half, [1, 2])).toBe(0);
    expect(nextNumber(whole, [1, 2])).toBe(1);
  });
  it("the number of points is limited as on the server", () => {
    expect(withPoint(whole, 1, CASE_BOUND_POINTS_MAX, [1, 1])).toBe(whole);
    let full = empty;
    for (let number = 0; number < CASE_BOUND_POINTS_MAX; number += 1)
      full = withPoint(withPoint(full, 1, number, [number, 0]), 2, number, [number, 0]);
    expect(nextNumber(full, [1, 2])).toBe(CASE_BOUND_POINTS_MAX - 1);
  });
  it("a point is removed from one slide, a number from all", () => {
    const two = withPoint(whole, 1, 1, [7, 8]);
    expect(withPoint(two, 1, 0, null).get(1)).toEqual([null, [7, 8]]);
    expect(withoutNumber(two, 0).get(1)).toEqual([[7, 8]]);
    expect(pointCountOf(withoutNumber(two, 0))).toBe(1);
  });
  it("is saved without empty numbers at the end, and is then unchanged", () => {
    const set = withPoint(withPoint(whole, 2, 3, [1, 1]), 2, 3, null);
    expect(trimmed(set)).toEqual([
      { id: 1, boundPoints: [[3, 4]] },
      { id: 2, boundPoints: [[5, 6]] },
    ]);
    expect(changesOf(set, whole).size).toBe(0);
    expect([...changesOf(half, whole).keys()]).toEqual([2]);
  });
  it("keeps concurrent changes of others: added or removed slides, and points on other slides", () => {
    const changes = changesOf(withPoint(whole, 1, 1, [7, 8]), whole);
    const now = startBinding([
      { id: 2, boundPoints: [[9, 9]] },
      { id: 1, boundPoints: [[3, 4]] },
      { id: 3, boundPoints: [[1, 2]] },
    ]);
    const draft = withChanges(now, changes);
    expect([...draft]).toEqual([
      [2, [[9, 9]]],
      [
        1,
        [
          [3, 4],
          [7, 8],
        ],
      ],
      [3, [[1, 2]]],
    ]);
    expect([...changesOf(draft, now).keys()]).toEqual([1]);
    expect([...withChanges(startBinding([{ id: 2, boundPoints: [] }]), changes).keys()]).toEqual([2]);
  });
});
