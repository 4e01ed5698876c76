import { describe, expect, it } from "vitest";
import { centerWithPoints, isBound } from "./case-binding.ts";

describe("a case is bound if one of its items has a centre", () => {
  const cases: [name: string, centers: (readonly [number, number] | null)[], expected: boolean][] = [
    ["no items", [], false],
    ["none has one", [null, null], false],
    ["one of them has", [null, [3, 4]], true],
    ["a corner is also a centre", [[0, 0]], true],
  ];
  for (const [name, centers, expected] of cases) {
    it(name, () => expect(isBound(centers.map((center) => ({ center })))).toBe(expected));
  }
});

describe("the centre of a slide after its points are set", () => {
  it("is unchanged", () => expect(centerWithPoints([1, 2], [[3, 4]])).toEqual([1, 2]));
  it("is the first point if there was no centre", () =>
    expect(centerWithPoints(null, [null, [3, 4], [5, 6]])).toEqual([3, 4]));
  it("is null without points", () => {
    expect(centerWithPoints(null, [])).toBeNull();
    expect(centerWithPoints(null, [null, null])).toBeNull();
  });
});
