import fc from "fast-check";
import { expect, it } from "vitest";
import {
  areaBetween,
  fromShownArea,
  fromShownPoint,
  isPageArea,
  moveArea,
  type PageArea,
  type PagePoint,
  pageRotationOf,
  toShownArea,
  toShownPoint,
} from "./page-area.ts";

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const point: fc.Arbitrary<PagePoint> = fc.tuple(fraction, fraction);
const area = fc.tuple(point, point).map(([from, to]) => areaBetween(from, to));
const rotation = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const);
const PLACES = 9;

const expectSame = (one: PageArea, other: PageArea) => {
  for (const side of ["left", "top", "width", "height"] as const) expect(one[side]).toBeCloseTo(other[side], PLACES);
};

it("an area is unchanged after being converted to any rotation and back", () => {
  fc.assert(
    fc.property(area, rotation, (one, degrees) => {
      const shown = toShownArea(one, degrees);
      expect(isPageArea(shown)).toBe(true);
      expectSame(fromShownArea(shown, degrees), one);
    }),
  );
});

it("a point inside an area stays inside the rotated area, at the same relative position", () => {
  fc.assert(
    fc.property(area, point, rotation, (one, [shareX, shareY], degrees) => {
      const inside: PagePoint = [one.left + shareX * one.width, one.top + shareY * one.height];
      const shown = toShownArea(one, degrees);
      const [x, y] = toShownPoint(inside, degrees);
      const [shownShareX, shownShareY] = toShownPoint([shareX, shareY], degrees);
      expect(x).toBeCloseTo(shown.left + shownShareX * shown.width, PLACES);
      expect(y).toBeCloseTo(shown.top + shownShareY * shown.height, PLACES);
    }),
  );
});

it("four quarter turns return a point, and the opposite turn undoes a turn", () => {
  fc.assert(
    fc.property(point, rotation, (one, degrees) => {
      const turned = [1, 2, 3, 4].reduce<PagePoint>((now) => toShownPoint(now, 90), one);
      for (const [at, back] of [turned, fromShownPoint(toShownPoint(one, degrees), degrees)].entries())
        for (const axis of [0, 1] as const) expect(back[axis], `${at}`).toBeCloseTo(one[axis], PLACES);
    }),
  );
});

it("the top left corner is at the top right after a clockwise quarter turn", () => {
  expect(toShownPoint([0, 0], 90)).toEqual([1, 0]);
  expect(toShownArea({ left: 0, top: 0, width: 0.25, height: 0.5 }, 90)).toEqual({
    ...{ left: 0.5, top: 0, width: 0.5, height: 0.25 },
  });
});

it("any number of degrees is normalized to one of four rotations", () => {
  expect([-90, 0, 89.9, 360, 450, -450].map(pageRotationOf)).toEqual([270, 0, 90, 0, 90, 270]);
});

it("a drag beyond the page stops at its edge, and a moved area stays on the page", () => {
  expect(areaBetween([0.5, 0.5], [1.4, -0.2])).toEqual({ left: 0.5, top: 0, width: 0.5, height: 0.5 });
  fc.assert(
    fc.property(
      area,
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      (one, x, y) => {
        const moved = moveArea(one, x, y);
        expect(isPageArea(moved)).toBe(true);
        expect([moved.width, moved.height]).toEqual([one.width, one.height]);
      },
    ),
  );
});

it("an area that is not completely on the page is invalid", () => {
  expect(isPageArea({ left: 0.8, top: 0, width: 0.3, height: 0 })).toBe(false);
  expect(isPageArea({ left: -0.1, top: 0, width: 0.3, height: 0 })).toBe(false);
  expect(isPageArea({ left: Number.NaN, top: 0, width: 0, height: 0 })).toBe(false);
});
