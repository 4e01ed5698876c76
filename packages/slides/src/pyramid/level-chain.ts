/**
 * Converts rows of one level to the tiles of that level and of the smaller ones, in one pass from top to bottom.
 * Memory: one row of tiles per level, for any image height.
 */
import { setImmediate } from "node:timers/promises";
import { halveRows } from "./halve-rows.ts";
import { halvedSize, type PixelSize } from "./level-sizes.ts";

export interface TileSink {
  /**
   * Waits until there is room for another tile, then lends memory for it: side x side x 3 bytes, with undefined
   * contents.
   */
  lend(): Promise<Uint8Array>;
  /** Returns the lent memory, filled with a padded tile of interleaved 8-bit RGB. */
  push(level: number, rgb: Uint8Array): void;
}

/** Rows halved at a time, and all that is buffered by a link without tiles of its own; even, as for tiles. */
const ROWS_TO_HALVE = 32;

export interface LevelChain {
  /** @param rgb complete rows of interleaved 8-bit RGB, as wide as the first level of the chain. */
  pushRows(rgb: Uint8Array, rows: number): Promise<void>;
}

/**
 * @param size the level of the incoming rows; each further link of the chain halves it.
 * @param links for each link the level index under which the sink receives its tiles; null: it is only halved further.
 */
export function createLevelChain(
  size: PixelSize,
  links: readonly (number | null)[],
  tileSizePx: number,
  sink: TileSink,
): LevelChain {
  const [level, ...rest] = links;
  const { width, height } = size;
  const stride = width * 3;
  const stripRows = Math.min(level === null ? ROWS_TO_HALVE : tileSizePx, height);
  const strip = new Uint8Array(stride * stripRows);
  const below = rest.length === 0 ? null : createLevelChain(halvedSize(size), rest, tileSizePx, sink);
  const half = new Uint8Array(below ? halvedSize(size).width * 3 * (ROWS_TO_HALVE / 2) : 0);
  let rowsInStrip = 0;
  let rowsSeen = 0;

  async function passOn(rows: number): Promise<void> {
    if (level !== null && level !== undefined) {
      for (let left = 0; left < width; left += tileSizePx) {
        const tile = await sink.lend();
        cutTile({ strip, width, rows }, left, tile, tileSizePx);
        sink.push(level, tile);
      }
    }
    for (let row = 0; below && row < rows; row += ROWS_TO_HALVE) {
      const count = Math.min(ROWS_TO_HALVE, rows - row);
      halveRows(strip.subarray(row * stride), width, count, half);
      await below.pushRows(half, Math.ceil(count / 2));
      // A strip of a wide slide takes a tenth of a second: lets other work of this thread run.
      await setImmediate();
    }
  }

  return {
    async pushRows(rgb, rows) {
      if (rgb.byteLength < rows * stride)
        throw new RangeError(`${rows} rows of ${width} px need ${rows * stride} bytes`);
      if (rowsSeen + rows > height) throw new RangeError(`more than ${height} rows`);
      for (let taken = 0; taken < rows; ) {
        const count = Math.min(rows - taken, stripRows - rowsInStrip);
        strip.set(rgb.subarray(taken * stride, (taken + count) * stride), rowsInStrip * stride);
        taken += count;
        rowsSeen += count;
        rowsInStrip += count;
        if (rowsInStrip === stripRows || rowsSeen === height) {
          await passOn(rowsInStrip);
          rowsInStrip = 0;
        }
      }
    },
  };
}

/**
 * Fills a square tile from a strip of rows. The area outside the image repeats its edge pixels, which JPEG encodes
 * compactly and without a seam.
 */
function cutTile(
  { strip, width, rows }: { strip: Uint8Array; width: number; rows: number },
  left: number,
  tile: Uint8Array,
  sidePx: number,
): void {
  const tileStride = sidePx * 3;
  const columns = Math.min(sidePx, width - left);
  for (let row = 0; row < rows; row++) {
    const from = (row * width + left) * 3;
    const to = row * tileStride;
    tile.set(strip.subarray(from, from + columns * 3), to);
    for (let at = to + columns * 3; at < to + tileStride; at++) tile[at] = tile[at - 3]!;
  }
  const lastRow = (rows - 1) * tileStride;
  for (let row = rows; row < sidePx; row++) tile.copyWithin(row * tileStride, lastRow, lastRow + tileStride);
}
