/**
 * Decodes the pixels of one level of a slide, from top to bottom, for any tile encoding. Memory: one row of the level's
 * tiles, plus a few tiles that are being decoded.
 */
import { copyPicture, type RawPicture } from "../codec/raw-picture.ts";
import { readColourTile } from "../picture/colour-tile.ts";
import { type SlideSource, tileGridOf } from "../slide-source.ts";
import type { PixelBand } from "./pyramid-writer.ts";

const TILES_IN_FLIGHT = 4;

/**
 * Yields a band for each row of tiles; the memory of a band is reused for the next one.
 *
 * @throws SlideFileError if a tile cannot be decoded or is smaller than declared.
 */
export async function* decodeLevel(
  source: SlideSource,
  level: number,
  signal?: AbortSignal,
): AsyncGenerator<PixelBand, void> {
  const size = source.levels[level];
  if (!size) throw new RangeError(`no level ${level}`);
  const { columns, rows } = tileGridOf(size);
  const rgb = Buffer.allocUnsafeSlow(size.width * Math.min(size.tileHeight, size.height) * 3);
  for (let y = 0; y < rows; y++) {
    const bandRows = Math.min(size.tileHeight, size.height - y * size.tileHeight);
    const band: RawPicture = { width: size.width, height: bandRows, channels: 3, samples: rgb };
    const decoding: Promise<void>[] = [];
    try {
      for (let x = 0; x < columns; x++) {
        if (decoding.length >= TILES_IN_FLIGHT) await decoding.shift();
        const placed = readColourTile(source, level, x, y, { signal }).then((tile) =>
          copyPicture(tile, band, x * size.tileWidth, 0),
        );
        // A failure is thrown in order; until then it must not be reported as unhandled.
        placed.catch(() => {});
        decoding.push(placed);
      }
      for (const placed of decoding) await placed;
    } finally {
      await Promise.allSettled(decoding);
    }
    yield { rows: bandRows, rgb };
  }
}
