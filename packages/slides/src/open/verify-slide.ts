/** Verifies that a slide can be viewed, not only opened. */
import { decodePicture } from "../codec/raw-picture.ts";
import { readColourTile } from "../picture/colour-tile.ts";
import { FIRST_PLANE, type SlideSource, tileGridOf } from "../slide-source.ts";

/**
 * Levels with at most this many tiles, including all channels, are decoded completely; for other levels the first, the
 * middle and the last tile are decoded.
 */
const FEW_TILES = 16;

/** With more channels than this, a different channel is decoded at each position. */
const FEW_CHANNELS = 4;

/**
 * Decodes some tiles of each level.
 *
 * @throws SlideFileError `damaged` if a tile cannot be decoded or is too small.
 */
export async function verifySlide(source: SlideSource, signal?: AbortSignal): Promise<void> {
  for (const [level, facts] of source.levels.entries()) {
    const { columns, rows } = tileGridOf(facts);
    const count = columns * rows;
    const channels = Math.max(1, source.planes?.channels.length ?? 0);
    const indices =
      count * channels <= FEW_TILES
        ? Array.from({ length: count }, (_, index) => index)
        : [...new Set([0, Math.floor(count / 2), count - 1])];
    for (const [turn, index] of indices.entries()) {
      signal?.throwIfAborted();
      const [x, y] = [index % columns, Math.floor(index / columns)];
      if (channels <= FEW_CHANNELS) {
        await readColourTile(source, level, x, y, { signal });
      } else {
        const plane = { ...FIRST_PLANE, channel: (level * indices.length + turn) % channels };
        await decodePicture((await source.readTile(level, x, y, { signal, plane })).bytes);
      }
    }
  }
}
