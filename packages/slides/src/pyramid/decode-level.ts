/**
 * The pixels of one level of a slide, from the top down, whatever its tiles are encoded in.
 * Memory: one row of the level's tiles, and a few more tiles that are being decoded.
 */
import sharp from "sharp";
import { SlideFileError, type SlideSource, tileGridOf } from "../slide-source.ts";
import type { PixelSize } from "./level-sizes.ts";
import type { PixelBand } from "./pyramid-writer.ts";

const TILES_IN_FLIGHT = 4;

/**
 * Yields a band for each row of tiles; its memory is used again for the next one.
 *
 * @throws SlideFileError if a tile cannot be decoded or is smaller than the file says.
 */
export async function* decodeLevel(
  source: SlideSource,
  level: number,
  signal?: AbortSignal,
): AsyncGenerator<PixelBand, void> {
  const size = source.levels[level];
  if (!size) throw new RangeError(`no level ${level}`);
  const { columns, rows } = tileGridOf(size);
  const rgb = new Uint8Array(size.width * Math.min(size.tileHeight, size.height) * 3);
  for (let y = 0; y < rows; y++) {
    const bandRows = Math.min(size.tileHeight, size.height - y * size.tileHeight);
    const decoding: Promise<void>[] = [];
    try {
      for (let x = 0; x < columns; x++) {
        if (decoding.length >= TILES_IN_FLIGHT) await decoding.shift();
        const left = x * size.tileWidth;
        const pixels = { width: Math.min(size.tileWidth, size.width - left), height: bandRows };
        const placed = source
          .readTile(level, x, y, signal)
          .then(({ bytes }) => decodeTile(bytes, pixels))
          .then((tile) => placeTile(tile, pixels, rgb, left, size.width));
        // A failure is thrown when its turn comes; until then it must not count as unhandled.
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

interface DecodedTile {
  readonly data: Uint8Array;
  readonly width: number;
}

/** @param needed how much of the picture the tile must cover at least; it may be padded beyond. */
async function decodeTile(bytes: Uint8Array, needed: PixelSize): Promise<DecodedTile> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new SlideFileError("damaged", "A part of this slide cannot be decoded. The file is damaged.", { cause });
    });
  if (info.width < needed.width || info.height < needed.height || info.channels !== 3) {
    throw new SlideFileError("damaged", "A part of this slide is not what the file says it is. The file is damaged.");
  }
  return { data, width: info.width };
}

function placeTile(
  tile: DecodedTile,
  { width, height }: PixelSize,
  band: Uint8Array,
  left: number,
  bandWidth: number,
): void {
  for (let row = 0; row < height; row++) {
    const from = row * tile.width * 3;
    band.set(tile.data.subarray(from, from + width * 3), (row * bandWidth + left) * 3);
  }
}
