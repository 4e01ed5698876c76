/**
 * Converts rows of one plane to the tiles of all its levels, in one pass from top to bottom. Each level has half the
 * side lengths of the previous one. Memory: one row of tiles per level.
 */

import type { ServedSamples } from "../picture/served-samples.ts";
import { halvedSize, type PixelSize } from "../pyramid/level-sizes.ts";

export interface SampleLevelOptions {
  /** The level of the incoming rows; each further link halves it. */
  readonly size: PixelSize;
  /** Level of the tiles of each link; null: it is only halved further. */
  readonly links: readonly (number | null)[];
  readonly tileSizePx: number;
  /** Interleaved samples per pixel. */
  readonly channels: 1 | 3;
  readonly arrayOf: (samples: number) => ServedSamples;
  /** Memory for a tile, with undefined contents. */
  readonly lendTile: () => ServedSamples;
  /** Receives the filled memory; the part beyond the image repeats its edge. */
  readonly onTile: (level: number, tile: ServedSamples) => Promise<void>;
}

export interface SampleLevels {
  /** @param samples complete rows of the first link. */
  pushRows(samples: ServedSamples, rows: number): Promise<void>;
}

/** Rows buffered by a link without tiles of its own; even, as for tiles. */
const ROWS_TO_HALVE = 32;

export function createSampleLevels(options: SampleLevelOptions): SampleLevels {
  const { size, links, tileSizePx, channels, arrayOf, lendTile, onTile } = options;
  const [level = null, ...rest] = links;
  const { width, height } = size;
  const rowSamples = width * channels;
  const stripRows = Math.min(level === null ? ROWS_TO_HALVE : tileSizePx, height);
  const strip = arrayOf(rowSamples * stripRows);
  const half = halvedSize(size);
  const below = rest.length > 0 ? createSampleLevels({ ...options, size: half, links: rest }) : null;
  const halves = arrayOf(below ? half.width * channels * Math.ceil(stripRows / 2) : 0);
  let filledRows = 0;
  let seen = 0;

  async function passOn(rows: number): Promise<void> {
    for (let left = 0; level !== null && left < width; left += tileSizePx) {
      const tile = lendTile();
      cutTile({ strip, width, rows, channels }, left, tile, tileSizePx);
      await onTile(level, tile);
    }
    if (below === null) return;
    halveSamples(strip, { width, rows, channels }, halves);
    await below.pushRows(halves, Math.ceil(rows / 2));
  }

  return {
    async pushRows(samples, rows) {
      for (let taken = 0; taken < rows; ) {
        const count = Math.min(rows - taken, stripRows - filledRows);
        strip.set(samples.subarray(taken * rowSamples, (taken + count) * rowSamples), filledRows * rowSamples);
        taken += count;
        seen += count;
        filledRows += count;
        if (filledRows < stripRows && seen < height) continue;
        await passOn(filledRows);
        filledRows = 0;
      }
    },
  };
}

interface Rows {
  readonly width: number;
  readonly rows: number;
  readonly channels: 1 | 3;
}

/** Each sample is the mean of 2 x 2, rounded half up. An odd last column or row is used in place of the missing one. */
export function halveSamples(source: ServedSamples, { width, rows, channels }: Rows, target: ServedSamples): void {
  const stride = width * channels;
  let out = 0;
  for (let row = 0; row < rows; row += 2) {
    const upper = row * stride;
    const lower = row + 1 < rows ? upper + stride : upper;
    for (let column = 0; column < width; column += 2) {
      const left = column * channels;
      const right = column + 1 < width ? left + channels : left;
      for (let channel = 0; channel < channels; channel++) {
        const sum =
          source[upper + left + channel]! +
          source[upper + right + channel]! +
          source[lower + left + channel]! +
          source[lower + right + channel]!;
        target[out++] = (sum + 2) >> 2;
      }
    }
  }
}

function cutTile(
  { strip, width, rows, channels }: Rows & { readonly strip: ServedSamples },
  left: number,
  tile: ServedSamples,
  sidePx: number,
): void {
  const stride = sidePx * channels;
  const columns = Math.min(sidePx, width - left) * channels;
  for (let row = 0; row < rows; row++) {
    const from = (row * width + left) * channels;
    const to = row * stride;
    tile.set(strip.subarray(from, from + columns), to);
    for (let at = to + columns; at < to + stride; at++) tile[at] = tile[at - channels]!;
  }
  for (let row = rows; row < sidePx; row++) tile.copyWithin(row * stride, (rows - 1) * stride, rows * stride);
}
