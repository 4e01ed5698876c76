/** A slide's tile images, whose creation can be replaced by a tool later. */
import type { LoadTile } from "./load-tile.ts";
import type { TilePictures } from "./tile-pictures.ts";

export interface ChangeablePictures extends TilePictures {
  /** The slide's own tile images. */
  readonly plain: TilePictures;
  /** Loader of the bytes of the slide's tiles. */
  readonly loadTile: LoadTile;
  /** Tile images without a colour adjustment, for renderers that apply it themselves. */
  readonly uncoloured: Pick<TilePictures, "load">;
  /** Whether the tile images contain a colour adjustment. */
  areColoured(): boolean;
  /**
   * Replaces the creation of tile images, and the images on the screen. @param uncoloured without a colour adjustment.
   */
  replaceBy(pictures: TilePictures, uncoloured: TilePictures): void;
  /** Like `replaceBy`, if the caller has already replaced the images on the screen. */
  exchangeFor(pictures: TilePictures, uncoloured: TilePictures): void;
  /** Must be called once. @param onReplaced requests a frame. */
  connect(onReplaced: () => void): void;
}

export function createChangeablePictures(plain: TilePictures, loadTile: LoadTile): ChangeablePictures {
  let present = plain;
  let withoutColour = plain;
  /** Increases with each change, including by the version of the replaced images, so that no value occurs twice. */
  let base = 0;
  let onReplaced: () => void = () => undefined;
  function exchangeFor(pictures: TilePictures, uncoloured: TilePictures): void {
    const look = base + present.look() + 1;
    [present, withoutColour] = [pictures, uncoloured];
    base = look - present.look();
  }
  return {
    plain,
    uncoloured: { load: (place, plane, signal) => withoutColour.load(place, plane, signal) },
    areColoured: () => present !== withoutColour,
    loadTile,
    load: (place, plane, signal) => present.load(place, plane, signal),
    urlsOf: (place, plane) => present.urlsOf(place, plane),
    look: () => base + present.look(),
    isAtHand: (place, plane) => present.isAtHand(place, plane),
    exchangeFor,
    replaceBy(pictures, uncoloured) {
      exchangeFor(pictures, uncoloured);
      onReplaced();
    },
    connect(listener) {
      onReplaced = listener;
    },
    destroy: () => plain.destroy(),
  };
}
