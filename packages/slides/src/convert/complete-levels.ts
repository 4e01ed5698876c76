/**
 * Creates the missing levels of a slide once, as a separate pyramid file beside the slide's.
 */

import { decodeLevel } from "../pyramid/decode-level.ts";
import { createLevelChain } from "../pyramid/level-chain.ts";
import { type MissingLevel, missingLevels } from "../pyramid/missing-levels.ts";
import { DEFAULT_QUALITY, DEFAULT_TILE_SIZE_PX, describePyramid } from "../pyramid/pyramid-writer.ts";
import { writeTiffTileFile } from "../pyramid/tiff-tile-file.ts";
import { createTileQueue } from "../pyramid/tile-queue.ts";
import type { SlideSource } from "../slide-source.ts";
import { completePlaneLevels } from "./complete-plane-levels.ts";

export interface CompleteLevelsOptions {
  /** JPEG quality 1 to 100; default: 85. */
  readonly quality?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after each decoded row of tiles with the fraction of decoded pixels, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Writes the missing levels (see `missingLevels`) to `path`: a tiled TIFF that can be opened as a slide itself, to be
 * combined with `withExtraLevels`. Each is created from the next larger level of the slide, whose tiles are decoded row
 * by row; for a slide with several planes, of each plane. If it rejects, nothing is left at `path`.
 *
 * @returns false without creating a file if no level is missing.
 * @throws SlideFileError if a tile cannot be decoded.
 */
export async function completeLevels(
  source: SlideSource,
  path: string,
  { quality = DEFAULT_QUALITY, signal, onProgress }: CompleteLevelsOptions = {},
): Promise<boolean> {
  signal?.throwIfAborted();
  if (source.planes !== null) return completePlaneLevels(source, source.planes, path, { quality, signal, onProgress });
  const missing = missingLevels(source.levels);
  const largest = missing[0];
  if (!largest) return false;
  const tileSizePx = DEFAULT_TILE_SIZE_PX;
  const downsample = downsampleOf(source, largest);
  const pixelSizeUm = source.pixelSizeUm && {
    x: source.pixelSizeUm.x * downsample,
    y: source.pixelSizeUm.y * downsample,
  };
  const objectivePower = source.objectivePower === null ? null : source.objectivePower / downsample;
  const layout = {
    levels: missing.map((level) => ({ ...level, downsample: downsampleOf(source, level) / downsample })),
    tileSizePx,
    pixelSizeUm,
    description: describePyramid("Parfocal extra levels", pixelSizeUm, objectivePower),
  };
  const origins = [...new Set(missing.map(({ from }) => from))];
  const pixelsToDecode = origins.reduce((sum, from) => sum + areaOf(source, from), 0);

  await writeTiffTileFile(path, layout, async (file) => {
    const queue = createTileQueue(file, { tileSizePx, quality, signal });
    let pixelsDone = 0;
    try {
      for (const from of origins) {
        const { width, height } = source.levels[from]!;
        const made = missing.flatMap((level, index) => (level.from === from ? [index] : []));
        const chain = createLevelChain({ width, height }, [null, ...made], tileSizePx, queue);
        for await (const band of decodeLevel(source, from, signal)) {
          await chain.pushRows(band.rgb, band.rows);
          pixelsDone += band.rows * width;
          if (pixelsDone < pixelsToDecode) onProgress?.(pixelsDone / pixelsToDecode);
        }
      }
      await queue.drain();
    } catch (error) {
      await queue.abandon();
      throw error;
    }
  });
  onProgress?.(1);
  return true;
}

function downsampleOf(source: SlideSource, { from, halvings }: MissingLevel): number {
  return source.levels[from]!.downsample * 2 ** halvings;
}

function areaOf(source: SlideSource, level: number): number {
  return source.levels[level]!.width * source.levels[level]!.height;
}
