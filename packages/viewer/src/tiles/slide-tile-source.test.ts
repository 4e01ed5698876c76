// @vitest-environment happy-dom
import TileState from "ol/TileState.js";
import { expect, it } from "vitest";
import type { SlideDescription } from "../slide-description.ts";
import { SlideTileSource } from "./slide-tile-source.ts";

const LEVEL = { width: 512, height: 512, tileWidth: 256, tileHeight: 256, downsample: 1 };
const SLIDE: SlideDescription = {
  width: 512,
  height: 512,
  levels: [LEVEL, { ...LEVEL, width: 256, height: 256, downsample: 2 }],
  tilesUrl: "/tiles/1/1",
  pixelSizeUm: null,
  objectivePower: null,
  orientationDeg: 0,
};

function buildSource(): SlideTileSource {
  const bitmap = { width: 256, height: 256, close: () => undefined } as unknown as ImageBitmap;
  return new SlideTileSource({
    slide: SLIDE,
    plane: { depth: 0, time: 0 },
    pictures: {
      load: () => Promise.resolve(bitmap),
      urlsOf: () => [],
      look: () => 0,
      isAtHand: () => false,
      destroy: () => undefined,
    },
    onTileLoaded: () => undefined,
    onTileFailed: () => undefined,
    onTileRevived: () => undefined,
    onTilesUpdated: () => undefined,
  });
}

it("a tile of the coarsest level is cached until the map disposes of it, then created again", async () => {
  const source = buildSource();
  source.loadBase();
  await new Promise((resolve) => setTimeout(resolve));
  const cached = source.getTile(0, 0, 0);
  expect(cached?.getState()).toBe(TileState.LOADED);
  expect(source.getTile(0, 0, 0)).toBe(cached);
  cached?.dispose();
  // The map may still draw it in this frame: it must not appear to have a picture.
  expect([cached?.getState(), cached?.getData()]).toEqual([TileState.EMPTY, null]);
  const next = source.getTile(0, 0, 0);
  expect(next).not.toBe(cached);
  expect(next?.getState()).toBe(TileState.IDLE);
  source.dispose();
});
