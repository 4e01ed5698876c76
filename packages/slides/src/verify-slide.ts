/**
 * Makes sure that a slide can not only be opened but seen.
 */
import { decodePicture } from "./codec/raw-picture.ts";
import { SlideFileError, type SlideSource, tileGridOf } from "./slide-source.ts";

/** A level with no more tiles than this is decoded whole, of others the first, the middle and the last tile. */
const FEW_TILES = 16;

/**
 * Decodes some tiles of each level.
 *
 * @throws SlideFileError `damaged` if one cannot be decoded, or has another size than it should.
 */
export async function verifySlide(source: SlideSource, signal?: AbortSignal): Promise<void> {
  for (const [level, facts] of source.levels.entries()) {
    const { columns, rows } = tileGridOf(facts);
    const count = columns * rows;
    const indices =
      count <= FEW_TILES ? Array.from({ length: count }, (_, index) => index) : [0, Math.floor(count / 2), count - 1];
    for (const index of indices) {
      signal?.throwIfAborted();
      const [x, y] = [index % columns, Math.floor(index / columns)];
      const { width, height } = await decodePicture((await source.readTile(level, x, y, signal)).bytes);
      const isWhole =
        width === Math.min(facts.tileWidth, facts.width - x * facts.tileWidth) &&
        height === Math.min(facts.tileHeight, facts.height - y * facts.tileHeight);
      if (!isWhole) {
        throw new SlideFileError("damaged", "This file is damaged: a tile in it has another size than the file says.");
      }
    }
  }
}
