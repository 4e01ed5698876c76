/** A slide's pictures as it has them, which a tool that comes later may have made otherwise. */
import type { LoadTile } from "./load-tile.ts";
import type { TilePictures } from "./tile-pictures.ts";

export interface ChangeablePictures extends TilePictures {
  /** As the slide has them. */
  readonly plain: TilePictures;
  /** What gets the bytes of the slide's tiles. */
  readonly loadTile: LoadTile;
  /** The same without a colour adjustment, for renderers that apply it themselves. */
  readonly uncoloured: Pick<TilePictures, "load">;
  /** Whether pictures hold a colour adjustment. */
  areColoured(): boolean;
  /** From now on pictures are made by these, and those on the screen anew. @param uncoloured without an adjustment of colours. */
  replaceBy(pictures: TilePictures, uncoloured: TilePictures): void;
  /** The same where the caller has seen to those on the screen. */
  exchangeFor(pictures: TilePictures, uncoloured: TilePictures): void;
  /** To be called once. @param onReplaced asks for a frame. */
  connect(onReplaced: () => void): void;
}

export function createChangeablePictures(plain: TilePictures, loadTile: LoadTile): ChangeablePictures {
  let present = plain;
  let withoutColour = plain;
  /** Grows with each change, and by what the pictures before had counted: no look comes twice. */
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
