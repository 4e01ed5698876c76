import TileLayer from "ol/layer/Tile.js";
import type { FrameState } from "ol/Map.js";
import CanvasTileLayerRenderer from "ol/renderer/canvas/TileLayer.js";
import type Tile from "ol/Tile.js";
import { getUid } from "ol/util.js";
import type { SlideDescription } from "../slide-description.ts";
import { worldExtentOfSlide } from "../world/world.ts";
import { dropFormerPlanes } from "./former-planes.ts";
import type { SlideTileSource } from "./slide-tile-source.ts";

/** Memory for decoded tiles (4 bytes per pixel). */
const TILE_CACHE_BYTES = 192 * 1024 * 1024;
const TILE_CACHE_MIN_TILES = 96;
const TILE_CACHE_MAX_TILES = 1024;

export function tileCacheSize(slide: SlideDescription): number {
  const largest = slide.levels.reduce((bytes, level) => Math.max(bytes, level.tileWidth * level.tileHeight * 4), 1);
  return Math.min(TILE_CACHE_MAX_TILES, Math.max(TILE_CACHE_MIN_TILES, Math.floor(TILE_CACHE_BYTES / largest)));
}

/**
 * The library's renderer, with additions: tiles are requested while the view moves; the coarsest level stays in its
 * cache, to be drawn where finer tiles are missing; and where a tile of another plane fails, the previous plane is not
 * shown.
 */
class SlideTileLayerRenderer<Layer extends SlideTileLayer> extends CanvasTileLayerRenderer<Layer> {
  override enqueueTiles(...parameters: Parameters<CanvasTileLayerRenderer["enqueueTiles"]>): void {
    const [frameState] = parameters;
    const [columns, rows] = this.getLayer().getSource()?.baseTileCounts() ?? [0, 0];
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) this.getTile(0, x, y, frameState);
    }
    super.enqueueTiles(...parameters);
    const [, , z, tilesByZ] = parameters;
    const needed = (tilesByZ as Readonly<Record<number, Iterable<Tile>>>)[z] ?? [];
    const source = this.getLayer().getSource();
    source?.loadTiles(needed, frameState.viewState.center);
    if (source && this.getStaleKeys().length > 0) dropFormerPlanes(this.getTileCache(), needed, source.getKey());
  }
}

export class SlideTileLayer extends TileLayer<SlideTileSource> {
  constructor(slide: SlideDescription, source: SlideTileSource) {
    super({
      source,
      cacheSize: tileCacheSize(slide),
      extent: worldExtentOfSlide(slide),
      className: "slide-viewer-tiles",
    });
    this.on("postrender", (event) => {
      if (event.frameState) this.#giveUpUnneeded(event.frameState);
    });
  }

  override createRenderer(): SlideTileLayerRenderer<this> {
    return new SlideTileLayerRenderer(this, { cacheSize: this.getCacheSize() });
  }

  #giveUpUnneeded(frameState: FrameState): void {
    const source = this.getSource();
    if (source) source.giveUpAllBut(frameState.wantedTiles[getUid(source)] ?? {});
  }
}
