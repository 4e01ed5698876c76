/** Recoloured tile images of a slide, or single stains: computed in workers, from tiles that are decoded once. */
import { isNeutral } from "@parfocal/core/item/colour-adjustment.ts";
import { createWorkerHands } from "../channels/worker-hands.ts";
import type { Plane, SlideDescription } from "../slide-description.ts";
import { type LoadTile, loadWithRetry, tileAddressOf, tileCutOf } from "../tiles/load-tile.ts";
import type { TilePictures, TilePlace } from "../tiles/tile-pictures.ts";
import type { PainterNews, PaintLook, PaintOrder } from "./paint-message.ts";

const BYTES_PER_PIXEL = 4;

export interface TilePainter {
  /** Images with these settings; all images of a painter share the decoded tiles. */
  paintedAs(look: PaintLook): TilePictures;
  destroy(): void;
}

/** @param plain the slide's own images. @param loadTile fetches the bytes of its tiles. */
export function createTilePainter(slide: SlideDescription, plain: TilePictures, loadTile: LoadTile): TilePainter {
  const isComposed = (slide.planes?.channels.length ?? 0) > 0;
  const hands = createWorkerHands<PaintOrder, PainterNews>(
    () => new Worker(new URL("./paint.worker.ts", import.meta.url), { type: "module" }),
    "the colours could not be painted",
  );
  const keyOf = ({ index, x, y }: TilePlace, plane: Plane): string => tileAddressOf(slide, index, x, y, plane, null);
  const isCached = (place: TilePlace, plane: Plane): boolean => hands.handOf(place).ledger.has(keyOf(place, plane));

  async function paint(place: TilePlace, look: PaintLook, key: string, tile: PaintOrder["tile"]): Promise<ImageBitmap> {
    const { tileWidth: width, tileHeight: height } = place.level;
    const cut = tileCutOf(place.level, place.x, place.y);
    return (await hands.handOf(place).ask({ kind: "paint", key, tile, cut, width, height, look })).picture;
  }

  /** For tiles composed of channels: their samples are cached elsewhere. */
  async function paintComposed(
    place: TilePlace,
    look: PaintLook,
    ...[plane, signal]: [Plane, AbortSignal]
  ): Promise<ImageBitmap> {
    const picture = await plain.load(place, plane, signal);
    if (isNeutral(look.colour)) return picture;
    const painted = paint(place, look, "", picture);
    picture.close();
    return await painted;
  }

  async function paintDecoded(
    place: TilePlace,
    look: PaintLook,
    ...[plane, signal]: [Plane, AbortSignal]
  ): Promise<ImageBitmap> {
    const hand = hands.handOf(place);
    const key = keyOf(place, plane);
    if (look.stains === null && isNeutral(look.colour) && !hand.ledger.has(key))
      return await plain.load(place, plane, signal);
    const blob = hand.ledger.has(key) ? null : await loadWithRetry(loadTile, key, signal);
    signal.throwIfAborted();
    const gone = hand.ledger.note(key, place.level.tileWidth * place.level.tileHeight * BYTES_PER_PIXEL);
    const painted = paint(place, look, key, blob);
    hand.forget(gone);
    try {
      return await painted;
    } catch (error) {
      hand.ledger.forget(key);
      throw error;
    }
  }

  return {
    paintedAs: (look) => ({
      load: (place, plane, signal) => (isComposed ? paintComposed : paintDecoded)(place, look, plane, signal),
      urlsOf: (place, plane) => plain.urlsOf(place, plane),
      look: () => plain.look(),
      isAtHand: (place, plane) => (isComposed ? plain.isAtHand(place, plane) : isCached(place, plane)),
      destroy: () => undefined,
    }),
    destroy: () => hands.destroy(),
  };
}
