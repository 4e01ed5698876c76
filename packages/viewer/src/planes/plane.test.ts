import { describe, expect, it } from "vitest";
import { depthFromMiddleUm, firstPlane, neighbourPlanes, planeWithin } from "./plane.ts";

describe("the plane a slide opens with", () => {
  for (const [depths, expected] of [
    [0, 0],
    [1, 0],
    [2, 0],
    [5, 2],
    [6, 2],
  ] as const) {
    it(`of ${depths} focus planes is ${expected}`, () =>
      expect(firstPlane({ depths, times: 9 })).toEqual({ depth: expected, time: 0 }));
  }
  it("of an ordinary slide is its only one", () => expect(firstPlane(null)).toEqual({ depth: 0, time: 0 }));
});

describe("a requested plane", () => {
  const planes = { depths: 5, times: 3 };
  const from = { depth: 2, time: 1 };
  for (const [to, expected] of [
    [{}, from],
    [{ depth: 4 }, { depth: 4, time: 1 }],
    [{ depth: 5 }, { depth: 4, time: 1 }],
    [
      { depth: -1, time: 7 },
      { depth: 0, time: 2 },
    ],
    [{ depth: 1.4 }, { depth: 1, time: 1 }],
    [{ time: Number.NaN }, { depth: 2, time: 0 }],
  ] as const) {
    it(`${JSON.stringify(to)} is the nearest available`, () => expect(planeWithin(planes, from, to)).toEqual(expected));
  }
});

describe("prefetched planes", () => {
  it("are above, below and next in time", () =>
    expect(neighbourPlanes({ depths: 5, times: 3 }, { depth: 2, time: 1 })).toEqual([
      { depth: 3, time: 1 },
      { depth: 1, time: 1 },
      { depth: 2, time: 2 },
    ]));
  it("end with the focus, and wrap around in time", () =>
    expect(neighbourPlanes({ depths: 3, times: 2 }, { depth: 2, time: 1 })).toEqual([
      { depth: 1, time: 1 },
      { depth: 2, time: 0 },
    ]));
  it("are empty if there is one of each", () =>
    expect(neighbourPlanes({ depths: 1, times: 1 }, { depth: 0, time: 0 })).toEqual([]));
});

describe("distance from the middle focus plane", () => {
  it("is counted in planes", () => {
    expect(depthFromMiddleUm({ depths: 5, depthSpacingUm: 0.5 }, 4)).toBe(1);
    expect(depthFromMiddleUm({ depths: 5, depthSpacingUm: 0.5 }, 0)).toBe(-1);
  });
  it("is unknown if the file does not contain it", () =>
    expect(depthFromMiddleUm({ depths: 5, depthSpacingUm: null }, 4)).toBeNull());
});
