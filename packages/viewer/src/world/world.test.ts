import { describe, expect, it } from "vitest";
import { slideOfWorld, worldExtentOfBounds, worldExtentOfSlide, worldOfSlide } from "./world.ts";

describe("slide and world", () => {
  it("invert the sign of y and nothing else", () => {
    expect(worldOfSlide([120.5, 80.25])).toEqual([120.5, -80.25]);
    expect(slideOfWorld([120.5, -80.25])).toEqual([120.5, 80.25]);
  });

  it("never produce negative zero", () => {
    expect(Object.is(worldOfSlide([0, 0])[1], 0)).toBe(true);
    expect(Object.is(slideOfWorld([0, 0])[1], 0)).toBe(true);
  });

  for (const point of [
    [0, 0],
    [2220, 2967],
    [-3.5, 1e6],
  ] as const) {
    it(`map ${point} there and back`, () => expect(slideOfWorld(worldOfSlide(point))).toEqual(point));
  }

  it("place the slide below the origin", () => {
    expect(worldExtentOfSlide({ width: 2220, height: 2967 })).toEqual([0, -2967, 2220, 0]);
  });

  it("swap the upper and lower edge of a box", () => {
    expect(worldExtentOfBounds({ minX: 1, minY: 2, maxX: 3, maxY: 4 })).toEqual([1, -4, 3, -2]);
  });
});
