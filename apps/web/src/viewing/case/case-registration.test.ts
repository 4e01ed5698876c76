import { describe, expect, it } from "vitest";
import { type BoundSlide, mapsBetween, registrationBetween } from "./case-registration.ts";

const slide = (id: number, boundPoints: BoundSlide["boundPoints"], umPerPx: number | null = 0.5): BoundSlide => ({
  id,
  boundPoints,
  pixelSizeUm: umPerPx === null ? null : { x: umPerPx, y: umPerPx },
});

describe("the maps of a case", () => {
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
  it("go by the points in common, in µm", () => {
    // 4 px of 0.5 µm beside the point are 8 px of 0.25 µm.
    expect(maps(1, 2)?.toOther([14, 10])).toEqual([38, 10]);
    expect(maps(1, 2)?.kind).toBe("shift");
  });
  it("are none without a point in common", () => expect(maps(1, 3)).toBeNull());
  it("are none for a slide that is not there", () => expect(maps(1, 9)).toBeNull());
});

it("two that are not bound lie upon each other by the places given", () => {
  const map = registrationBetween(slide(1, []), slide(2, [], 0.25), [
    [100, 50],
    [10, 20],
  ]);
  expect(map.kind).toBe("none");
  expect(map.toOther([101, 50])).toEqual([12, 20]);
});

it("without µm of one of them both are reckoned in pixels", () =>
  expect(registrationBetween(slide(1, [[0, 0]], null), slide(2, [[5, 5]])).toOther([3, 4])).toEqual([8, 9]));
