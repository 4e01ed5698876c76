/**
 * Creates the missing levels of a slide of any format with several planes once: as a separate OME-TIFF beside the
 * slide's file, plane by plane.
 */
import type { RawPicture } from "../codec/raw-picture.ts";
import { writeOmeXml } from "../formats/ome/write-ome-xml.ts";
import { readPlaneTile } from "../picture/colour-tile.ts";
import type { ServedSamples } from "../picture/served-samples.ts";
import { type MissingLevel, missingPlaneLevels } from "../pyramid/missing-levels.ts";
import { type Plane, type SlidePlanes, type SlideSource, tileGridOf } from "../slide-source.ts";
import { PackingQueue } from "./packing-queue.ts";
import { type PlaneTileFile, writePlaneTileFile } from "./plane-tile-file.ts";
import { createSampleLevels } from "./sample-levels.ts";

const TILE_PX = 512;
const TILES_IN_FLIGHT = 4;

export interface CompletePlaneLevelsOptions {
  /** JPEG quality of colour images, 1 to 100. Channels are compressed without loss. */
  readonly quality: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after each decoded row of tiles with the fraction of all planes' pixels, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Samples per pixel in the tiles of one plane: one for a channel, three for a colour image. */
interface PlaneForm {
  readonly channels: 1 | 3;
  readonly arrayOf: (samples: number) => ServedSamples;
}

/**
 * Writes the missing levels (see `missingPlaneLevels`) to `path`: it can be opened as a slide itself, with the same
 * planes, to be combined with `withExtraLevels`. If it rejects, nothing is left at `path`.
 *
 * @returns false without creating a file if no level is missing.
 * @throws SlideFileError if a tile cannot be decoded.
 */
export async function completePlaneLevels(
  source: SlideSource,
  slidePlanes: SlidePlanes,
  path: string,
  { quality, signal, onProgress }: CompletePlaneLevelsOptions,
): Promise<boolean> {
  const missing = missingPlaneLevels(source);
  const [largest] = missing;
  if (largest === undefined) return false;
  const { from } = largest;
  const planes = planesInOrder(slidePlanes);
  const form = formOf(slidePlanes);
  const options = {
    planes: planes.length,
    levels: missing,
    tileSizePx: TILE_PX,
    isColour: form.channels === 3,
    sampleBits: slidePlanes.sampleBits,
    description: describe(source, slidePlanes, largest),
  };
  const { width, height } = source.levels[from]!;
  let rowsDone = 0;
  await writePlaneTileFile(path, options, async (file) => {
    for (const [index, plane] of planes.entries()) {
      const chain = chainInto(file, index, { size: { width, height }, levels: missing.length, form, quality });
      try {
        for await (const { samples, rows } of decodePlaneLevel(source, from, plane, form, signal)) {
          await chain.levels.pushRows(samples, rows);
          rowsDone += rows;
          if (rowsDone < height * planes.length) onProgress?.(rowsDone / (height * planes.length));
        }
        await chain.queue.drain();
      } catch (error) {
        await chain.queue.abandon();
        throw error;
      }
    }
  });
  onProgress?.(1);
  return true;
}

function chainInto(
  file: PlaneTileFile,
  plane: number,
  {
    size,
    levels,
    form,
    quality,
  }: { size: { width: number; height: number }; levels: number; form: PlaneForm; quality: number },
) {
  const queue = new PackingQueue({ tilePx: TILE_PX, quality, ...form }, (level, bytes) =>
    file.appendTile(plane, level, bytes),
  );
  const links = [null, ...Array.from({ length: levels }, (_, level) => level)];
  const lending = {
    lendTile: () => queue.lend(),
    onTile: (level: number, tile: ServedSamples) => queue.push(level, tile),
  };
  return { queue, levels: createSampleLevels({ size, links, tileSizePx: TILE_PX, ...form, ...lending }) };
}

/** In the order declared by `writeOmeXml`. */
function planesInOrder({ channels, depths, times }: SlidePlanes): Plane[] {
  const planes: Plane[] = [];
  for (let time = 0; time < times; time++) {
    for (let depth = 0; depth < depths; depth++) {
      for (let channel = 0; channel < Math.max(1, channels.length); channel++) planes.push({ channel, depth, time });
    }
  }
  return planes;
}

function formOf({ channels, sampleBits }: SlidePlanes): PlaneForm {
  if (channels.length === 0) return { channels: 3, arrayOf: (samples) => new Uint8Array(samples) };
  return {
    channels: 1,
    arrayOf: (samples) => (sampleBits === 16 ? new Uint16Array(samples) : new Uint8Array(samples)),
  };
}

/** From top to bottom, one band per row of tiles; the memory of a band is reused for the next one. */
async function* decodePlaneLevel(
  source: SlideSource,
  level: number,
  plane: Plane,
  { channels, arrayOf }: PlaneForm,
  signal?: AbortSignal,
): AsyncGenerator<{ samples: ServedSamples; rows: number }, void> {
  const size = source.levels[level]!;
  const { columns, rows } = tileGridOf(size);
  const samples = arrayOf(size.width * Math.min(size.tileHeight, size.height) * channels);
  for (let y = 0; y < rows; y++) {
    const decoding: Promise<void>[] = [];
    try {
      for (let x = 0; x < columns; x++) {
        if (decoding.length >= TILES_IN_FLIGHT) await decoding.shift();
        const placed = readPlaneTile(source, level, x, y, { signal, plane }).then((tile) =>
          placeSamples(tile, samples, { left: x * size.tileWidth, width: size.width, channels }),
        );
        // A failure is thrown in order; until then it must not be reported as unhandled.
        placed.catch(() => {});
        decoding.push(placed);
      }
      for (const placed of decoding) await placed;
    } finally {
      await Promise.allSettled(decoding);
    }
    yield { samples, rows: Math.min(size.tileHeight, size.height - y * size.tileHeight) };
  }
}

/** @param tile red, green and blue; for a channel, red is the sample or its high byte, and green its low byte. */
function placeSamples(
  tile: RawPicture,
  band: ServedSamples,
  { left, width, channels }: { left: number; width: number; channels: 1 | 3 },
): void {
  const isDeep = band instanceof Uint16Array;
  for (let row = 0; row < tile.height; row++) {
    let from = row * tile.width * 3;
    let to = (row * width + left) * channels;
    if (channels === 3) {
      band.set(tile.samples.subarray(from, from + tile.width * 3), to);
      continue;
    }
    for (let x = 0; x < tile.width; x++, from += 3) {
      band[to++] = isDeep ? tile.samples[from]! * 256 + tile.samples[from + 1]! : tile.samples[from]!;
    }
  }
}

function describe(source: SlideSource, planes: SlidePlanes, { width, height, from }: MissingLevel): string {
  const downsample = source.levels[from]!.downsample * 2;
  const { pixelSizeUm, objectivePower } = source;
  return writeOmeXml({
    width,
    height,
    pixelSizeUm: pixelSizeUm && { x: pixelSizeUm.x * downsample, y: pixelSizeUm.y * downsample },
    objectivePower: objectivePower === null ? null : objectivePower / downsample,
    planes,
    name: "Parfocal extra levels",
    acquisitionDate: "",
    description: "",
  });
}
