import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { gridGeometry } from "@parfocal/core/grid/grid-cells.ts";
import { compose, create } from "ol/transform.js";
import { describe, expect, it } from "vitest";
import { radiansOf } from "../rotation/rotation.ts";
import { slideToScreenOf } from "../world/slide-to-screen.ts";
import { worldOfSlide } from "../world/world.ts";
import { gridPicture } from "./grid-picture.ts";

const SLIDE = { width: 4000, height: 4000 };
const NO_NAMES = { isLabelled: false, counts: null };
const NAMES = { isLabelled: true, counts: null };

/** 800 x 600 px of the screen around a position on the slide, as shown by the map library. */
function frameAt(center: SlidePoint, resolution: number, turnDeg = 0) {
  const [x, y] = worldOfSlide(center);
  const worldToScreen = compose(create(), 400, 300, 1 / resolution, -1 / resolution, -radiansOf(turnDeg), -x, -y);
  return { toScreen: slideToScreenOf(worldToScreen), width: 800, height: 600 };
}

/** Cells of 0.1 mm, which are 400 slide pixels. */
function gridAround(center: SlidePoint, pixelSizeUm = { x: 0.25, y: 0.25 }) {
  return gridGeometry({ slide: SLIDE, pixelSizeUm, cellSizeMm: 0.1, center });
}

/** Positions of the vertical and horizontal lines on the screen. */
function placesOf(picture: ReturnType<typeof gridPicture>) {
  const lines = picture?.lines ?? [];
  return {
    upright: lines.filter(([[x0], [x1]]) => Math.abs(x0 - x1) < 1e-6).map(([[x]]) => Math.round(x)),
    level: lines.filter(([[, y0], [, y1]]) => Math.abs(y0 - y1) < 1e-6).map(([[, y]]) => Math.round(y)),
  };
}

describe("cells under 5 px are hidden", () => {
  const cases: [resolution: number, isSeen: boolean][] = [
    [400 / 20, true],
    [400 / 5, true],
    [400 / 4.99, false],
    [400, false],
  ];
  for (const [resolution, isSeen] of cases) {
    it(`${(400 / resolution).toFixed(2)} px: ${isSeen ? "visible" : "hidden"}`, () => {
      const picture = gridPicture(gridAround([2000, 2000]), NO_NAMES, frameAt([2000, 2000], resolution));
      expect(picture !== null).toBe(isSeen);
    });
  }
  it("by their shorter side, if pixels are not square", () => {
    const flat = gridAround([2000, 2000], { x: 0.25, y: 0.5 });
    expect(gridPicture(flat, NO_NAMES, frameAt([2000, 2000], 400 / 9.9))).toBeNull();
    expect(gridPicture(flat, NO_NAMES, frameAt([2000, 2000], 400 / 10))).not.toBeNull();
  });
});

describe("the position of the lines", () => {
  it("from the centre, cell by cell, to the edge of the screen", () => {
    const picture = gridPicture(gridAround([2000, 2000]), NO_NAMES, frameAt([2000, 2000], 2));
    expect(placesOf(picture)).toEqual({ upright: [0, 200, 400, 600, 800], level: [100, 300, 500] });
  });
  it("a fixed grid stays on the slide: if the view moves by 100 px, its lines move in the opposite direction", () => {
    const picture = gridPicture(gridAround([2000, 2000]), NO_NAMES, frameAt([2200, 2000], 2));
    expect(placesOf(picture)).toEqual({ upright: [100, 300, 500, 700], level: [100, 300, 500] });
  });
  it("closer together vertically if pixels are higher than wide", () => {
    const grid = gridAround([2000, 2000], { x: 0.25, y: 0.5 });
    expect(placesOf(gridPicture(grid, NO_NAMES, frameAt([2000, 2000], 2))).level).toEqual([
      0, 100, 200, 300, 400, 500, 600,
    ]);
  });
  it("only on the slide", () => {
    const { upright } = placesOf(gridPicture(gridAround([0, 0]), NO_NAMES, frameAt([0, 0], 2)));
    expect(upright).toEqual([400, 600, 800]);
  });
  it("none if the slide is not in view", () => {
    expect(gridPicture(gridAround([0, 0]), NAMES, frameAt([-9000, 0], 2))).toEqual({ lines: [], labels: [] });
  });
});

describe("the grid rotates with the slide", () => {
  it("by 90 degrees: vertical lines become horizontal", () => {
    const grid = gridAround([2100, 2000]);
    const before = placesOf(gridPicture(grid, NO_NAMES, frameAt([2000, 2000], 2)));
    const after = placesOf(gridPicture(grid, NO_NAMES, frameAt([2000, 2000], 2, 90)));
    expect(before.upright).toContain(450);
    expect(after.level).toContain(350);
    expect(after.level).not.toContain(300);
  });
  it("by 45 degrees: two families of parallel lines, 200 px apart", () => {
    const picture = gridPicture(gridAround([2000, 2000]), NO_NAMES, frameAt([2000, 2000], 2, 45));
    const distances = (picture?.lines ?? []).map(([[x0, y0], [x1, y1]]) => {
      const length = Math.hypot(x1 - x0, y1 - y0);
      return Math.abs(((400 - x0) * (y1 - y0) - (300 - y0) * (x1 - x0)) / length);
    });
    expect(distances.length).toBeGreaterThan(8);
    for (const distance of distances) expect(distance - 200 * Math.round(distance / 200)).toBeCloseTo(0, 6);
  });
});

describe("names of cells", () => {
  const grid = gridAround([0, 0]);
  it("are upright in the top left corner on the slide", () => {
    const { labels } = gridPicture(grid, NAMES, frameAt([400, 300], 1)) ?? { labels: [] };
    expect(labels).toEqual([
      { text: "A1", at: [15, 15] },
      { text: "A2", at: [15, 415] },
      { text: "B1", at: [415, 15] },
      { text: "B2", at: [415, 415] },
    ]);
  });
  it("are omitted if cells are smaller than 48 px", () => {
    expect(gridPicture(grid, NAMES, frameAt([400, 400], 400 / 47))?.labels).toEqual([]);
    expect(gridPicture(grid, NAMES, frameAt([400, 400], 400 / 48))?.labels).not.toEqual([]);
  });
  it("have the counts next to them", () => {
    const counts = new Map([["B1", { column: 1, row: 0, label: "B1", count: 7 }]]);
    const { labels } = gridPicture(grid, { isLabelled: true, counts }, frameAt([400, 300], 1)) ?? { labels: [] };
    expect(labels.map(({ text }) => text)).toEqual(["A1", "A2", "B1: 7", "B2"]);
  });
});
