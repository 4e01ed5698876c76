import { describe, expect, it } from "vitest";
import { boundsOfCell, cellsInView, doBoundsMeet } from "./annotation-cells.ts";

const SLIDE = { width: 100_000, height: 80_000 };
/** A window of 1,000 x 800 screen pixels with its left edge at a position of the slide. */
const windowAt = (x: number, resolution: number) => ({
  bounds: { minX: x, minY: 1_000, maxX: x + 1_000 * resolution, maxY: 1_000 + 800 * resolution },
  resolution,
});

describe("cells in view", () => {
  it("are those that intersect the view, and cover it", () => {
    const cells = cellsInView(windowAt(9_000, 6), SLIDE);
    expect(cells).toEqual(
      [0, 1, 2, 3]
        .flatMap((row) => [4, 5, 6, 7].map((column) => ({ side: 2048, resolution: 2, column, row })))
        .slice(0, 12),
    );
    expect(boundsOfCell(cells[0] as (typeof cells)[number])).toEqual({ minX: 8192, minY: 0, maxX: 10_240, maxY: 2048 });
  });

  it("stay the same for a small move and for resolutions up to twice as coarse, so that nothing is requested again", () => {
    const sizesAt = (resolution: number) => cellsInView(windowAt(100, resolution), SLIDE)[0];
    expect(cellsInView(windowAt(300, 4), SLIDE)).toEqual(cellsInView(windowAt(100, 4), SLIDE));
    expect(sizesAt(6.14)).toEqual(sizesAt(3.1));
    expect(sizesAt(6.15)).not.toEqual(sizesAt(6.14));
  });

  it("have shapes at least as fine as displayed", () => {
    for (let resolution = 1; resolution < 300; resolution *= 1.13) {
      for (const cell of cellsInView(windowAt(100, resolution), SLIDE)) {
        expect(cell.resolution).toBeLessThanOrEqual(resolution);
        expect(cell.resolution).toBeGreaterThan(resolution / 4);
      }
    }
  });

  it("are all within the slide", () => {
    const around = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 };
    expect(cellsInView({ bounds: around, resolution: 2_000 }, SLIDE)).toHaveLength(1);
    expect(cellsInView({ bounds: { ...around, maxX: -5 }, resolution: 2_000 }, SLIDE)).toEqual([]);
  });

  it("are at most sixteen, for any size and rotation of the window", () => {
    for (let longer = 700; longer < 60_000; longer *= 1.07) {
      const bounds = { minX: 8_000, minY: 8_000, maxX: 8_000 + longer, maxY: 8_000 + longer };
      expect(cellsInView({ bounds, resolution: longer / 2_937 }, SLIDE).length).toBeLessThanOrEqual(16);
    }
  });
});

it("boxes that share a border intersect", () => {
  const box = { minX: 0, minY: 0, maxX: 10, maxY: 10 };
  expect(doBoundsMeet(box, { minX: 10, minY: 4, maxX: 12, maxY: 5 })).toBe(true);
  expect(doBoundsMeet(box, { minX: 10.1, minY: 4, maxX: 12, maxY: 5 })).toBe(false);
});
