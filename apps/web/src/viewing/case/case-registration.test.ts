import { describe, expect, it } from "vitest";
import { type BoundSlide, mapsBetween, registrationBetween } from "./case-registration.ts";

const slide = (id: number, boundPoints: BoundSlide["boundPoints"], umPerPx: number | null = 0.5): BoundSlide => ({
  id,
  boundPoints,
  pixelSizeUm: umPerPx === null ? null : { x: umPerPx, y: umPerPx },
});

describe("transforms between slides of a case", () => {
  const maps = mapsBetween([
    slide(1, [[10, 10], null]),
    slide(
      2,
      [
        [30, 10],
        [5, 5],
      ],
      0.25,
    ),
    slide(3, [null, [7, 7]]),
  ]);
  it("are based on common points, in µm", () => {
    // 4 px of 0.5 µm beside the point are 8 px of 0.25 µm.
    expect(maps(1, 2)?.toOther([14, 10])).toEqual([38, 10]);
    expect(maps(1, 2)?.kind).toBe("shift");
  });
  it("do not exist without a common point", () => expect(maps(1, 3)).toBeNull());
  it("do not exist for a slide that is not in the case", () => expect(maps(1, 9)).toBeNull());
});

it("slides that are not bound are aligned at the given points", () => {
  const map = registrationBetween(slide(1, []), slide(2, [], 0.25), [
    [100, 50],
    [10, 20],
  ]);
  expect(map.kind).toBe("none");
  expect(map.toOther([101, 50])).toEqual([12, 20]);
});

it("if one pixel size is unknown, both are treated as pixels", () =>
  expect(registrationBetween(slide(1, [[0, 0]], null), slide(2, [[5, 5]])).toOther([3, 4])).toEqual([8, 9]));
