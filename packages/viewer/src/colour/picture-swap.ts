/** Replaces the images of all visible tiles; the current ones stay on the screen until then. */
import type OpenLayersMap from "ol/Map.js";
import type { SlideTile } from "../tiles/slide-tile.ts";
import { MAX_TILES_LOADING, type SlideTileSource } from "../tiles/slide-tile-source.ts";
import type { TilePictures } from "../tiles/tile-pictures.ts";

interface Swap {
  readonly source: Pick<SlideTileSource, "seenTiles" | "lacksTilesYet" | "paint">;
  readonly map: Pick<OpenLayersMap, "on" | "un">;
  readonly next: TilePictures;
  /** If true, does not wait for tiles that are loading. */
  readonly isUrgent: boolean;
  /** Called once, never within a frame. Tiles whose images could not be created are omitted. */
  readonly onReady: (made: ReadonlyMap<SlideTile, ImageBitmap>) => void;
}

/** @returns a function that cancels the swap. */
export function prepareSwap({ source, map, next, isUrgent, onReady }: Swap): () => void {
  const stop = new AbortController();
  const made = new Map<SlideTile, ImageBitmap>();
  const failed = new Set<SlideTile>();
  const pending = new Set<SlideTile>();

  function proceed(): void {
    if (stop.signal.aborted) return;
    const missing = source.seenTiles().filter((tile) => !made.has(tile) && !failed.has(tile) && !pending.has(tile));
    for (const tile of missing.slice(0, MAX_TILES_LOADING - pending.size)) void make(tile);
    if (pending.size > 0 || (!isUrgent && source.lacksTilesYet())) return;
    end();
    onReady(made);
  }

  async function make(tile: SlideTile): Promise<void> {
    pending.add(tile);
    const picture = await source.paint(tile, next, stop.signal).catch(() => null);
    pending.delete(tile);
    if (stop.signal.aborted) picture?.close();
    else if (picture) made.set(tile, picture);
    else failed.add(tile);
    proceed();
  }

  /** Called after the frame, whose tiles are the visible ones. */
  const handleFrame = (): void => queueMicrotask(proceed);
  map.on("postrender", handleFrame);
  handleFrame();

  function end(): void {
    stop.abort();
    map.un("postrender", handleFrame);
  }

  return () => {
    end();
    for (const picture of made.values()) picture.close();
  };
}
