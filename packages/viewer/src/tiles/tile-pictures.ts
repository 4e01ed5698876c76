/** Creation of tile images, independent of the type of the slide's tiles. */
import type { Plane, SlideDescription, SlideLevel } from "../slide-description.ts";
import { decodeTile, type LoadTile, loadWithRetry, tileAddressOf } from "./load-tile.ts";

/** Identifies a tile of a slide. */
export interface TilePlace {
  readonly level: SlideLevel;
  /** Index into the slide's levels. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

export interface TilePictures {
  /** Creates an image of the level's full tile size; the part beyond the slide is transparent. */
  load(place: TilePlace, plane: Plane, signal: AbortSignal): Promise<ImageBitmap>;
  /** URLs that must be fetched for the image. */
  urlsOf(place: TilePlace, plane: Plane): readonly string[];
  /** Version: increases whenever images would be different from before. */
  look(): number;
  /** Whether the image can be created without the network. */
  isAtHand(place: TilePlace, plane: Plane): boolean;
  destroy(): void;
}

/** For colour tiles. */
export function createColourPictures(slide: SlideDescription, loadTile: LoadTile): TilePictures {
  const urlOf = ({ index, x, y }: TilePlace, plane: Plane) => tileAddressOf(slide, index, x, y, plane, null);
  return {
    async load(place, plane, signal) {
      const blob = await loadWithRetry(loadTile, urlOf(place, plane), signal);
      signal.throwIfAborted();
      return await decodeTile(blob, place.level, place.x, place.y);
    },
    urlsOf: (place, plane) => [urlOf(place, plane)],
    look: () => 0,
    isAtHand: () => false,
    destroy: () => undefined,
  };
}
