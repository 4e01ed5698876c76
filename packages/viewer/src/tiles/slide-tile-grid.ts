import TileGrid from "ol/tilegrid/TileGrid.js";
import type { SlideDescription } from "../slide-description.ts";
import { worldExtentOfSlide } from "../world/world.ts";
import { levelForResolution, levelsCoarsestFirst, tileCountsOf } from "./level-choice.ts";

/**
 * A slide's levels as a tile grid: any downsample, each level with its own tile size. z is counted from the coarsest
 * level.
 */
export class SlideTileGrid extends TileGrid {
  readonly #downsamples: readonly number[];

  constructor(slide: SlideDescription) {
    const levels = levelsCoarsestFirst(slide).map(({ level }) => level);
    if (levels.length === 0) throw new RangeError("a slide without levels cannot be shown");
    super({
      extent: worldExtentOfSlide(slide),
      origin: [0, 0],
      resolutions: levels.map((level) => level.downsample),
      tileSizes: levels.map((level) => [level.tileWidth, level.tileHeight]),
      sizes: levels.map((level) => [...tileCountsOf(level)]),
    });
    this.#downsamples = levels.map((level) => level.downsample);
  }

  override getZForResolution(resolution: number): number {
    const devicePixelRatio = globalThis.devicePixelRatio || 1;
    return levelForResolution(this.#downsamples, resolution / devicePixelRatio);
  }
}
