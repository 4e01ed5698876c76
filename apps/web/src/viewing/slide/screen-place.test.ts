import { describe, expect, it } from "vitest";
import { screenBoxOf, screenPlaceOf } from "./screen-place.ts";

/** maxZoom 3: at zoom 2 a screen pixel is two slide pixels. */
const SLIDE = { width: 2048, height: 1024, orientation: 0 };
const STAGE = { clientWidth: 800, clientHeight: 600 };
const VIEW = { center: [1000, 500], zoom: 2, rotationDeg: 0 } as const;

const rounded = ([x, y]: readonly [number, number]) => [Math.round(x), Math.round(y)];

describe("a position on the screen", () => {
  it("of the view's centre is the centre of the stage, for any rotation", () => {
    for (const rotationDeg of [0, 45, 270]) {
      expect(rounded(screenPlaceOf([1000, 500], { ...VIEW, rotationDeg }, SLIDE, STAGE))).toEqual([400, 300]);
    }
  });

  const turns: [number, number, number[]][] = [
    [0, 0, [450, 300]],
    [0, 90, [400, 350]],
    [90, 0, [400, 350]],
    [90, 90, [350, 300]],
  ];
  for (const [orientation, rotationDeg, expected] of turns) {
    it(`rotates clockwise: orientation ${orientation}, rotation ${rotationDeg}`, () => {
      const place = screenPlaceOf([1100, 500], { ...VIEW, rotationDeg }, { ...SLIDE, orientation }, STAGE);
      expect(rounded(place)).toEqual(expected);
    });
  }
});

describe("the bounding box of a shape", () => {
  it("is computed on the screen, not on the slide", () => {
    const bounds = { minX: 900, minY: 480, maxX: 1100, maxY: 520 };
    const boxes = [0, 90].map((rotationDeg) => screenBoxOf(bounds, { ...VIEW, rotationDeg }, SLIDE, STAGE));
    expect(boxes).toEqual([
      { left: 350, top: 290, right: 450, bottom: 310 },
      { left: 390, top: 250, right: 410, bottom: 350 },
    ]);
  });

  it("of a shape out of view is null", () => {
    expect(screenBoxOf({ minX: 0, minY: 0, maxX: 9, maxY: 9 }, VIEW, SLIDE, STAGE)).toBeNull();
  });
});
