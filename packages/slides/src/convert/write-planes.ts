/**
 * Rewrites a TIFF with several planes so that it can be shown from its own tiles: pyramids of 8- or 16-bit samples,
 * without loss except beyond 16 bits. Runs in the child process of `convertPlanes`.
 */

import { BlockCache } from "../bytes/block-cache.ts";
import { FileBytes } from "../bytes/file-bytes.ts";
import { isOmeTiff, omeLayoutOf } from "../formats/ome/open-ome.ts";
import { writeOmeXml } from "../formats/ome/write-ome-xml.ts";
import { deepGreyLayout, isDeepGrey } from "../formats/planes/deep-grey-layout.ts";
import { imageJLayout, isImageJStack } from "../formats/planes/imagej-layout.ts";
import type { PlaneLayout, PlaneSamples } from "../formats/planes/plane-layout.ts";
import { type SampleRange, widenRange } from "../picture/samples.ts";
import { type ServedSamples, servedSamples, stretchedSamples } from "../picture/served-samples.ts";
import { pyramidSizes } from "../pyramid/level-sizes.ts";
import { SlideFileError } from "../slide-source.ts";
import { PlaneReader } from "../tiff/plane-reader.ts";
import type { OpenTiff } from "../tiff/read-segment.ts";
import { readTiff } from "../tiff/read-tiff.ts";
import type { SampleArray } from "../tiff/sample-kind.ts";
import type { TiffFile } from "../tiff/tiff-page.ts";
import { PackingQueue } from "./packing-queue.ts";
import { type PlaneTileFile, writePlaneTileFile } from "./plane-tile-file.ts";
import { createSampleLevels } from "./sample-levels.ts";

export interface PlanesOrder {
  readonly inputPath: string;
  readonly outputPath: string;
}

const TILE_PX = 512;
const JPEG_QUALITY = 90;
/** Memory limit for a row of tiles of each level. */
const MAX_SIDE_PX = 2 ** 17;
/** Maximum number of samples per band, as stored in the file. */
const MAX_BAND_BYTES = 2 ** 27;
const ROWS_PER_BAND = 256;

export async function writePlanes(order: PlanesOrder, onProgress: (done: number) => void): Promise<void> {
  const file = await FileBytes.open(order.inputPath);
  try {
    const pieces = new BlockCache(file);
    const tiff = await readTiff(file, pieces);
    const layout = layoutOf(tiff, file.size);
    await new PlanesWriter({ file, pieces, isLittleEndian: tiff.isLittleEndian }, layout, onProgress).write(
      order.outputPath,
    );
  } finally {
    await file.close();
  }
}

function layoutOf(tiff: TiffFile, fileBytes: number): PlaneLayout {
  if (isOmeTiff(tiff)) return omeLayoutOf(tiff);
  if (isImageJStack(tiff)) return imageJLayout(tiff);
  if (isDeepGrey(tiff)) return deepGreyLayout(tiff, fileBytes);
  throw new SlideFileError("unsupported", "This file is not an image of several planes.");
}

class PlanesWriter {
  readonly #tiff: OpenTiff;
  readonly #layout: PlaneLayout;
  readonly #onProgress: (done: number) => void;
  readonly #bandRows: number;
  /** Range of each channel, if samples must be scaled to 16 bits; a common one for colour images. */
  readonly #ranges: SampleRange[] = [];
  #rowsDone = 0;
  #rowsToDo = 0;

  constructor(tiff: OpenTiff, layout: PlaneLayout, onProgress: (done: number) => void) {
    this.#tiff = tiff;
    this.#layout = layout;
    this.#onProgress = onProgress;
    const { width, isTiled, pictures } = layout.levels[0]!;
    const { picture, kind } = pictures[0]![0]!;
    const most = Math.max(1, Math.floor(MAX_BAND_BYTES / (width * Math.ceil(kind.bits / 8))));
    this.#bandRows = Math.min(most, isTiled ? picture.segmentHeight : ROWS_PER_BAND);
  }

  async write(outputPath: string): Promise<void> {
    const { levels, planes } = this.#layout;
    const { width, height, pictures } = levels[0]!;
    if (Math.max(width, height) > MAX_SIDE_PX) {
      throw new SlideFileError(
        "tooLarge",
        `This image has ${width} x ${height} pixels. Save it as a tiled, pyramidal OME-TIFF.`,
      );
    }
    const isStretched = this.#isStretched();
    this.#rowsToDo = height * pictures.length * (isStretched ? 2 : 1);
    if (isStretched) await this.#measureRanges();
    const isColour = planes.channels.length === 0;
    const sizes = pyramidSizes({ width, height });
    const options = {
      planes: pictures.length,
      levels: sizes,
      tileSizePx: TILE_PX,
      isColour,
      sampleBits: planes.sampleBits,
      description: this.#description(),
    };
    await writePlaneTileFile(outputPath, options, async (file) => {
      for (const [index, samples] of pictures.entries()) await this.#writePlane(file, index, samples, sizes.length);
    });
    this.#onProgress(1);
  }

  async #writePlane(file: PlaneTileFile, plane: number, stored: PlaneSamples, levels: number): Promise<void> {
    const { width, height } = this.#layout.levels[0]!;
    const channels = stored.length === 3 ? 3 : 1;
    const isDeep = channels === 1 && this.#layout.planes.sampleBits === 16;
    const arrayOf = (samples: number) => (isDeep ? new Uint16Array(samples) : new Uint8Array(samples));
    const queue = new PackingQueue({ tilePx: TILE_PX, channels, quality: JPEG_QUALITY, arrayOf }, (level, bytes) =>
      file.appendTile(plane, level, bytes),
    );
    try {
      const chain = createSampleLevels({
        size: { width, height },
        links: Array.from({ length: levels }, (_, level) => level),
        tileSizePx: TILE_PX,
        channels,
        arrayOf,
        lendTile: () => queue.lend(),
        onTile: (level, tile) => queue.push(level, tile),
      });
      for await (const { rows, samples } of this.#bandsOf(stored)) {
        const served = samples.map((band) => this.#served(band, plane));
        await chain.pushRows(channels === 3 ? interleaved(served) : served[0]!, rows);
      }
      await queue.drain();
    } catch (error) {
      await queue.abandon();
      throw error;
    }
  }

  /** From top to bottom; one band in memory at a time. */
  async *#bandsOf(stored: PlaneSamples): AsyncGenerator<{ rows: number; samples: SampleArray[] }, void> {
    const { width, height } = this.#layout.levels[0]!;
    const readers = stored.map(
      (storage) => new PlaneReader(this.#tiff, storage, { keepsSegment: !this.#layout.levels[0]!.isTiled }),
    );
    for (let top = 0; top < height; top += this.#bandRows) {
      const rows = Math.min(this.#bandRows, height - top);
      const samples: SampleArray[] = [];
      for (const reader of readers) samples.push(await reader.readRegion({ left: 0, top, width, height: rows }));
      yield { rows, samples };
      this.#rowsDone += rows;
      this.#onProgress(Math.min(0.999, this.#rowsDone / this.#rowsToDo));
    }
  }

  #isStretched(): boolean {
    const { kind } = this.#layout.levels[0]!.pictures[0]![0]!;
    return (
      kind.servedBits === null || (this.#layout.planes.channels.length === 0 && (kind.bits !== 8 || kind.isSigned))
    );
  }

  async #measureRanges(): Promise<void> {
    const { pictures } = this.#layout.levels[0]!;
    const channels = Math.max(1, this.#layout.planes.channels.length);
    const ranges: (SampleRange | null)[] = Array.from({ length: channels }, () => null);
    for (const [index, stored] of pictures.entries()) {
      const channel = index % channels;
      for await (const { samples } of this.#bandsOf(stored)) {
        for (const band of samples) ranges[channel] = widenRange(ranges[channel]!, band);
      }
    }
    this.#ranges.push(...ranges.map((range) => range ?? { min: 0, max: 0 }));
  }

  #served(samples: SampleArray, plane: number): ServedSamples {
    const { kind } = this.#layout.levels[0]!.pictures[0]![0]!;
    const range = this.#ranges[plane % Math.max(1, this.#ranges.length)];
    if (range === undefined) return servedSamples(samples, kind);
    const stretched = stretchedSamples(samples, range);
    if (this.#layout.planes.channels.length > 0) return stretched;
    return Uint8Array.from(stretched, (sample) => sample >> 8);
  }

  #description(): string {
    const { levels, planes, pixelSizeUm, objectivePower, properties } = this.#layout;
    const { width, height } = levels[0]!;
    const stretched = this.#ranges.map(
      ({ min, max }, index) => `${planes.channels[index]?.name ?? "colours"} from ${min} to ${max}`,
    );
    const scaling = stretched.length === 0 ? "" : `Samples were stretched to whole numbers: ${stretched.join("; ")}.`;
    return writeOmeXml({
      width,
      height,
      pixelSizeUm,
      objectivePower,
      planes,
      name: properties["ome.Name"] ?? "",
      acquisitionDate: properties["ome.AcquisitionDate"] ?? "",
      description: [properties["ome.Description"] ?? "", scaling].filter((part) => part !== "").join("\n"),
    });
  }
}

function interleaved(planes: readonly ServedSamples[]): Uint8Array<ArrayBuffer> {
  const pixels = planes[0]!.length;
  const rgb = new Uint8Array(pixels * planes.length);
  for (const [channel, samples] of planes.entries()) {
    for (let pixel = 0; pixel < pixels; pixel++) rgb[pixel * planes.length + channel] = samples[pixel]!;
  }
  return rgb;
}
