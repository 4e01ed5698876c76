/**
 * Makes sure that a slide can not only be opened but seen.
 */
import { readColourTile } from "./colour-tile.ts";
import { type SlideSource, tileGridOf } from "./slide-source.ts";

/**
 * A level with no more tiles than this, those of all channels counted, is decoded whole; of others the first, the middle
 * and the last tile.
 */
const FEW_TILES = 16;

/**
 * Decodes some tiles of each level.
 *
 * @throws SlideFileError `damaged` if one cannot be decoded, or is smaller than it should.
 */
export async function verifySlide(source: SlideSource, signal?: AbortSignal): Promise<void> {
  for (const [level, facts] of source.levels.entries()) {
    const { columns, rows } = tileGridOf(facts);
    const count = columns * rows;
    const channels = Math.max(1, source.planes?.channels.length ?? 0);
    const indices =
      count * channels <= FEW_TILES
        ? Array.from({ length: count }, (_, index) => index)
        : [0, Math.floor(count / 2), count - 1];
    for (const index of indices) {
      signal?.throwIfAborted();
      await readColourTile(source, level, index % columns, Math.floor(index / columns), { signal });
    }
  }
}
