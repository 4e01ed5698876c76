/** Writes a tiled pyramidal (Big)TIFF with JPEG tiles from rows of pixels, top to bottom. */
import type { PixelSizeUm } from "../slide-source.ts";
import { MAX_SIDE_PX } from "../tiff/read-tiff.ts";
import { createLevelChain } from "./level-chain.ts";
import { pyramidSizes } from "./level-sizes.ts";
import { writeTiffTileFile } from "./tiff-tile-file.ts";
import { createTileQueue } from "./tile-queue.ts";

export interface PyramidOptions {
  readonly width: number;
  readonly height: number;
  /** Side of a tile in px, a multiple of 16; default: 512. Smaller images get smaller tiles. */
  readonly tileSize?: number;
  /** JPEG quality 1 to 100; default: 85. */
  readonly quality?: number;
  readonly pixelSizeUm?: PixelSizeUm | null;
  readonly objectivePower?: number | null;
  /** Free text for ImageDescription, e.g. the name of the generator. */
  readonly description?: string;
  readonly signal?: AbortSignal;
  /** Called after each band with the fraction of the work done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** A horizontal band of the image: `rows` complete rows of interleaved 8-bit RGB (width x rows x 3 bytes). */
export interface PixelBand {
  readonly rows: number;
  readonly rgb: Uint8Array;
}

export const DEFAULT_TILE_SIZE_PX = 512;
export const DEFAULT_QUALITY = 85;

/** Size of a JPEG block of 4:2:0, and the multiple that TIFF requires for tile sizes. */
const TILE_SIZE_STEP_PX = 16;

/**
 * Memory is bounded by a few rows of tiles, for any height. The file is written to `path` progressively; it is complete
 * and on disk only when the promise resolves. If it rejects, by abort or failure, the file is deleted. An existing file
 * at `path` is overwritten.
 *
 * @param bands bands from top to bottom, each of any height; together exactly `height` rows. The memory of a band can
 *   be reused as soon as the next one is requested.
 */
export async function writePyramid(
  path: string,
  bands: AsyncIterable<PixelBand>,
  options: PyramidOptions,
): Promise<void> {
  const { width, height, quality = DEFAULT_QUALITY, signal, onProgress } = options;
  const { pixelSizeUm = null, objectivePower = null, description = "Parfocal" } = options;
  const tileSize = tileSizeFor(options.tileSize ?? DEFAULT_TILE_SIZE_PX, width, height);
  signal?.throwIfAborted();
  const picture = { width, height };
  const levels = pyramidSizes(picture).map((size, halvings) => ({
    ...size,
    downsample: 2 ** halvings,
  }));
  const layout = {
    levels,
    tileSizePx: tileSize,
    pixelSizeUm,
    description: describePyramid(description, pixelSizeUm, objectivePower),
  };
  await writeTiffTileFile(path, layout, async (file) => {
    const queue = createTileQueue(file, { tileSizePx: tileSize, quality, signal });
    const chain = createLevelChain(picture, [...levels.keys()], tileSize, queue);
    let rowsDone = 0;
    try {
      for await (const band of bands) {
        signal?.throwIfAborted();
        await chain.pushRows(band.rgb, band.rows);
        rowsDone += band.rows;
        if (rowsDone < height) onProgress?.(rowsDone / height);
      }
      if (rowsDone !== height) throw new RangeError(`${rowsDone} rows came, ${height} were due`);
      await queue.drain();
    } catch (error) {
      await queue.abandon();
      throw error;
    }
  });
  onProgress?.(1);
}

/**
 * Text of ImageDescription: the free text, then `key = value` as Aperio writes it, separated by bars, e.g.
 * `Parfocal|MPP = 0.25|AppMag = 40`. If pixels are not square, MPP is the mean; XResolution and YResolution contain
 * both values.
 */
export function describePyramid(text: string, pixelSizeUm: PixelSizeUm | null, objectivePower: number | null): string {
  const parts = [text.replaceAll(/[|\p{Cc}]+/gu, " ")];
  if (pixelSizeUm) parts.push(`MPP = ${Number(((pixelSizeUm.x + pixelSizeUm.y) / 2).toPrecision(12))}`);
  if (objectivePower !== null) parts.push(`AppMag = ${objectivePower}`);
  return parts.join("|");
}

/** Not larger than the image needs: libvips rejects a TIFF whose tiles are far larger than its image. */
function tileSizeFor(requestedPx: number, width: number, height: number): number {
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 1 || side > MAX_SIDE_PX) {
      throw new RangeError(`a side of ${side} px: it must be a whole number from 1 to ${MAX_SIDE_PX}`);
    }
  }
  if (!Number.isInteger(requestedPx) || requestedPx < TILE_SIZE_STEP_PX || requestedPx % TILE_SIZE_STEP_PX !== 0) {
    throw new RangeError(`a tile of ${requestedPx} px: it must be a multiple of ${TILE_SIZE_STEP_PX}`);
  }
  return Math.min(requestedPx, Math.ceil(Math.max(width, height) / TILE_SIZE_STEP_PX) * TILE_SIZE_STEP_PX);
}
