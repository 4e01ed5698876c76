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

describe("the first tiles of a slide", () => {
  it("are those of the finest level with few tiles", () => {
    expect(firstTileUrls(slide())).toEqual([
      "/tiles/3/2/2/0/0",
      "/tiles/3/2/2/1/0",
      "/tiles/3/2/2/2/0",
      "/tiles/3/2/2/0/1",
      "/tiles/3/2/2/1/1",
      "/tiles/3/2/2/2/1",
    ]);
  });

  it("do not exist for external slides, slides with channels, and slides whose levels all have many tiles", () => {
    for (const more of [
      { tilesMapUrl: null },
      { externalTiles: {} },
      { planes: {} },
      { levels: [level(9_000, 9_000)] },
    ])
      expect(firstTileUrls(slide(more))).toEqual([]);
  });
});
