import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import { describe, expect, it } from "vitest";
import { firstTileUrls } from "./first-tiles.ts";

const level = (width: number, height: number) => ({ width, height, tileWidth: 512, tileHeight: 512 });
const slide = (more: object = {}) =>
  ({
    tilesMapUrl: "/tiles/3/2/{z}/{x}/{y}",
    externalTiles: null,
    planes: null,
    levels: [level(20_480, 16_384), level(2_560, 2_048), level(1_280, 1_024), level(640, 512)],
    ...more,
  }) as SlideInformation;

describe("the tiles that a slide opens with", () => {
  it("are all of the finest level that has few", () => {
    expect(firstTileUrls(slide())).toEqual([
      "/tiles/3/2/2/0/0",
      "/tiles/3/2/2/1/0",
      "/tiles/3/2/2/2/0",
      "/tiles/3/2/2/0/1",
      "/tiles/3/2/2/1/1",
      "/tiles/3/2/2/2/1",
    ]);
  });

  it("are none of another server, of a slide with channels, and of one whose levels all have many", () => {
    for (const more of [
      { tilesMapUrl: null },
      { externalTiles: {} },
      { planes: {} },
      { levels: [level(9_000, 9_000)] },
    ])
      expect(firstTileUrls(slide(more))).toEqual([]);
  });
});
