import { compose, create } from "ol/transform.js";
import { describe, expect, it } from "vitest";
import { radiansOf } from "../rotation/rotation.ts";
import { boundsInView, scaleOf, screenOfSlide, slideToScreenOf, transformBetween } from "./slide-to-screen.ts";
import { worldOfSlide } from "./world.ts";

const SCREEN = { width: 800, height: 600 };
/** The map library's transform for a view with this centre (slide pixels), resolution and rotation. */
function viewOf(center: readonly [number, number], resolution: number, turnDeg: number) {
  const [x, y] = worldOfSlide(center);
  const turn = radiansOf(turnDeg);
  return slideToScreenOf(compose(create(), 400, 300, 1 / resolution, -1 / resolution, -turn, -x, -y));
}

describe("slide to screen", () => {
  it("maps the centre of the view to the middle of the screen, with right and down unchanged", () => {
    const view = viewOf([1000, 2000], 2, 0);
    expect(screenOfSlide(view, [1000, 2000])).toEqual([400, 300]);
    expect(screenOfSlide(view, [1020, 2000])).toEqual([410, 300]);
    expect(screenOfSlide(view, [1000, 2020])).toEqual([400, 310]);
  });
  it("maps right to down when rotated clockwise by 90 degrees", () => {
    const [x, y] = screenOfSlide(viewOf([1000, 2000], 2, 90), [1020, 2000]);
    expect(x).toBeCloseTo(400, 9);
    expect(y).toBeCloseTo(310, 9);
  });
  for (const turnDeg of [0, 45, 90, 215]) {
    it(`keeps its scale when rotated by ${turnDeg} degrees`, () =>
      expect(scaleOf(viewOf([10, 20], 4, turnDeg))).toBeCloseTo(0.25, 12));
  }

  it("finds the part of the slide under the screen, with a margin", () => {
    expect(boundsInView(viewOf([1000, 2000], 2, 0), SCREEN, 0)).toEqual({
      minX: 200,
      minY: 1400,
      maxX: 1800,
      maxY: 2600,
    });
    expect(boundsInView(viewOf([1000, 2000], 2, 0), SCREEN, 10)).toEqual({
      minX: 180,
      minY: 1380,
      maxX: 1820,
      maxY: 2620,
    });
  });
  it("finds the upright box around the screen when rotated by 45 degrees", () => {
    const { minX, maxX, minY, maxY } = boundsInView(viewOf([0, 0], 1, 45), SCREEN, 0);
    const half = (400 + 300) * Math.SQRT1_2;
    for (const [value, expected] of [
      [minX, -half],
      [maxX, half],
      [minY, -half],
      [maxY, half],
    ] as const) {
      expect(value).toBeCloseTo(expected, 9);
    }
  });

  it("maps between views consistently with the slide", () => {
    const [before, after] = [viewOf([1000, 2000], 2, 30), viewOf([900, 2100], 3, 75)];
    for (const place of [
      [1000, 2000],
      [1, 2],
      [-300, 5000],
    ] as const) {
      const [x, y] = screenOfSlide(transformBetween(before, after), screenOfSlide(before, place) as [number, number]);
      const [expectedX, expectedY] = screenOfSlide(after, place);
      expect(x).toBeCloseTo(expectedX, 8);
      expect(y).toBeCloseTo(expectedY, 8);
    }
  });
});
