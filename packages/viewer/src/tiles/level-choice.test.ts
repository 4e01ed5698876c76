import { describe, expect, it } from "vitest";
import { syntheticSlide } from "../dev/synthetic-slide.ts";
import { levelForResolution, levelsCoarsestFirst, tileCountsOf, tilePictureSize } from "./level-choice.ts";
import { SlideTileGrid } from "./slide-tile-grid.ts";

const SINGLE = syntheticSlide({ width: 2220, height: 2967, downsamples: [1], tileSize: 240 });
const GAPS = syntheticSlide({ width: 46_000, height: 32_914, downsamples: [1, 4, 16], tileSize: 240 });
const ODD = syntheticSlide({ width: 300, height: 250, downsamples: [1, 2, 4, 300 / 37], tileSize: 64 });

describe("levels of a slide", () => {
  it("are counted from the coarsest by the map, and keep their own index", () => {
    expect(levelsCoarsestFirst(GAPS).map(({ level, index }) => [level.downsample, index])).toEqual([
      [16, 2],
      [4, 1],
      [1, 0],
    ]);
  });

  it("omit a level that is not coarser than the one before", () => {
    const [first, second] = GAPS.levels;
    const slide = { ...GAPS, levels: [first, second, second].flatMap((level) => level ?? []) };
    expect(levelsCoarsestFirst(slide).map(({ index }) => index)).toEqual([1, 0]);
  });

  it("2220 x 2967 in one level of 240 px tiles: 10 x 13 tiles, the last one 60 x 87", () => {
    const level = SINGLE.levels[0] as (typeof SINGLE.levels)[number];
    expect(tileCountsOf(level)).toEqual([10, 13]);
    expect(tilePictureSize(level, 0, 0)).toEqual([240, 240]);
    expect(tilePictureSize(level, 9, 12)).toEqual([60, 87]);
    expect(tilePictureSize(level, 10, 0)).toEqual([0, 240]);
  });

  it("300 x 250 down to 37 x 31 in 64 px tiles: 5 x 4, 3 x 2, 2 x 1, 1 x 1 tiles", () => {
    expect(ODD.levels.map(({ width, height }) => [width, height])).toEqual([
      [300, 250],
      [150, 125],
      [75, 63],
      [37, 31],
    ]);
    expect(ODD.levels.map(tileCountsOf)).toEqual([
      [5, 4],
      [3, 2],
      [2, 1],
      [1, 1],
    ]);
  });
});

const choices: [downsamples: readonly number[], resolution: number, downsample: number][] = [
  [[1], 0.45, 1],
  [[1], 40, 1],
  [[8, 4, 2, 1], 1, 1],
  [[8, 4, 2, 1], 1.5, 1],
  [[8, 4, 2, 1], 1.9, 2],
  [[8, 4, 2, 1], 2, 2],
  [[8, 4, 2, 1], 3, 2],
  [[8, 4, 2, 1], 100, 8],
  [[8, 4, 2, 1], 0.45, 1],
  [[16, 4, 1], 0.9, 1],
  [[16, 4, 1], 2.5, 1],
  [[16, 4, 1], 2.8, 4],
  [[16, 4, 1], 4, 4],
  [[16, 4, 1], 10, 4],
  [[16, 4, 1], 11, 16],
];
describe("the drawn level", () => {
  for (const [downsamples, resolution, expected] of choices) {
    it(`of ${downsamples} at resolution ${resolution}: ${expected}`, () =>
      expect(downsamples[levelForResolution(downsamples, resolution)]).toBe(expected));
  }

  it("is never enlarged by more than 1.5 in a pyramid of 1, 4, 16", () => {
    for (let resolution = 1; resolution < 40; resolution *= 1.03) {
      const downsample = [16, 4, 1][levelForResolution([16, 4, 1], resolution)] as number;
      expect(downsample / resolution).toBeLessThanOrEqual(1.5);
    }
  });
});

describe("the map's tile grid", () => {
  for (const [name, slide] of Object.entries({ SINGLE, GAPS, ODD })) {
    it(`requests exactly the existing tiles (${name})`, () => {
      const grid = new SlideTileGrid(slide);
      for (const [z, { level }] of levelsCoarsestFirst(slide).entries()) {
        const range = grid.getFullTileRange(z);
        const [columns, rows] = tileCountsOf(level);
        expect([range?.minX, range?.minY, range?.maxX, range?.maxY]).toEqual([0, 0, columns - 1, rows - 1]);
      }
    });
  }

  it("places a tile at its pixels on the slide", () => {
    const grid = new SlideTileGrid(GAPS);
    // 4 times smaller, 240 px tiles: tile (2, 3) spans 1920..2880 to the right, 2880..3840 down.
    expect(grid.getTileCoordExtent([1, 2, 3])).toEqual([1920, -3840, 2880, -2880]);
  });

  it("rejects a slide without levels", () => {
    expect(() => new SlideTileGrid({ ...GAPS, levels: [] })).toThrow(RangeError);
  });
});
