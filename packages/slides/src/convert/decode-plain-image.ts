/**
 * Converts a plain image to a pyramid; runs in the child process of `convertPlainImage`.
 *
 * libvips decodes from top to bottom into an uncompressed temporary file, and the pyramid is written from that file
 * while it still grows: so memory is bounded, every orientation can be read, and progress is exact.
 */
import { open, statfs } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { FileBytes } from "../bytes/file-bytes.ts";
import { physicalPixelSize } from "../codec/physical-pixel-size.ts";
import { expandPicture } from "../formats/plain-image/expand-picture.ts";
import { SIGNATURE_BYTES } from "../formats/plain-image/plain-image-format.ts";
import { failOnOf } from "../formats/plain-image/tiff-strictness.ts";
import { assertConvertibleSize, MAX_PX_A_SIDE } from "../opening/picture-limits.ts";
import { greyToRgb, type SampleRange, type Samples, widenRange } from "../picture/samples.ts";
import { type PixelBand, writePyramid } from "../pyramid/pyramid-writer.ts";
import { SlideFileError } from "../slide-source.ts";
import { findBasePage } from "../tiff/choose-levels.ts";
import { isTiffHeader, readTiff } from "../tiff/read-tiff.ts";
import { type StoredPicture, storedRegionOf, turnUpright, uprightSize } from "./orientation.ts";
import { followWriting, VipsFile, type Writing } from "./vips-file.ts";

export interface DecodeOrder {
  readonly inputPath: string;
  readonly outputPath: string;
  /** Index of the image in its file, from 0; null: the largest. */
  readonly page: number | null;
  /** Temporary file for an image that libvips cannot decode. Removed by the caller. */
  readonly expandedPath: string;
  /** Temporary file; its name must end in .v. Removed by the caller. */
  readonly pixelsPath: string;
}

/**
 * Limit for an image that is stored in several passes, and so is decoded completely in memory: 100 megapixels of colour
 * as a progressive JPEG, 2 bytes per sample. Source: rule D-10, "other images".
 */
const MAX_WHOLE_PICTURE_BYTES = 100e6 * 3 * 2;

/** Rows per band: few if rows are read as stored; many if each band is a column of the stored image. */
const ROWS_PER_BAND = 64;
const ROWS_PER_TURNED_BAND = 512;

const PROGRESS_INTERVAL_MS = 200;

/** Fraction of the work for expanding an image first: JPEG 2000 takes many times longer than everything else. */
const EXPANDING_SHARE = 0.8;

/** Channels without transparency; a TIFF may have additional ones of other wavelengths. */
const COLOURS_OF_SPACE: Readonly<Record<string, number>> = {
  "b-w": 1,
  grey16: 1,
  srgb: 3,
  rgb: 3,
  rgb16: 3,
  lab: 3,
  labs: 3,
  cmyk: 4,
};

const BYTES_OF_DEPTH: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
};

/** Bytes per pixel in the temporary file: three colour samples, or a single grey one of 64 bits. */
export const MAX_BYTES_PER_PIXEL = 8;

/** Estimated bytes per pixel of a pyramid: JPEG at quality 85 and the smaller levels. */
const PYRAMID_BYTES_PER_PIXEL = 0.5;

/** Free space of a disk on which a large write has failed; no more than one of libvips's blocks. */
const FULL_DISK_BYTES = 8 * 2 ** 20;

export async function decodePlainImage(order: DecodeOrder, onProgress: (done: number) => void): Promise<void> {
  const { inputPath, expandedPath, pixelsPath, outputPath } = order;
  const page = order.page ?? (await largestPageOf(inputPath));
  const isExpanded = await expandPicture(inputPath, expandedPath, {
    page,
    // The uncompressed pixels and the pyramid are written beside it.
    assertRoom: (bytes) => assertRoom(expandedPath, 2 * bytes * (1 + PYRAMID_BYTES_PER_PIXEL)),
    onProgress: (done) => onProgress(done * EXPANDING_SHARE),
  });
  if (!isExpanded) return decodeByVips({ inputPath, page, pixelsPath, outputPath }, onProgress);
  const expanded = { inputPath: expandedPath, page: 0, pixelsPath, outputPath };
  return decodeByVips(expanded, (done) => onProgress(EXPANDING_SHARE + done * (1 - EXPANDING_SHARE)));
}

async function decodeByVips(
  { inputPath, page, pixelsPath, outputPath }: Omit<DecodeOrder, "expandedPath"> & { readonly page: number },
  onProgress: (done: number) => void,
): Promise<void> {
  const metadata = await readMetadata(inputPath, page);
  assertDecodable(metadata);
  const pixels = await open(pixelsPath, "w+");
  const neededBytes = bytesNeeded(metadata);
  try {
    await assertRoom(pixelsPath, neededBytes);
    const decoding = rawPixelsOf(input(inputPath, page, await failOnOf(inputPath, page)), metadata)
      .toFile(pixelsPath)
      .catch(async (cause: unknown) => {
        // Other processes write to the disk too; libvips distinguishes a full disk from a damaged file only by its
        // messages.
        const isDiskFull = (await freeBytesAt(pixelsPath)) < FULL_DISK_BYTES;
        throw isDiskFull ? noRoom(neededBytes, cause) : unreadable(cause);
      });
    const writing = followWriting(decoding);
    const file = await VipsFile.open(pixels, writing);
    await writeFromPixels(file, writing, metadata.orientation ?? 1, outputPath, onProgress);
  } finally {
    await pixels.close();
  }
}

async function writeFromPixels(
  file: VipsFile,
  writing: Writing,
  orientation: number,
  outputPath: string,
  onProgress: (done: number) => void,
): Promise<void> {
  const picture: StoredPicture = { width: file.header.width, height: file.header.height, orientation };
  let rowsShare = 0;
  let reporting: Promise<void> | null = null;
  const report = async () => {
    onProgress(((await file.writtenShare()) + rowsShare) / 2);
    reporting = null;
  };
  const timer = setInterval(() => {
    reporting ??= report();
  }, PROGRESS_INTERVAL_MS);
  try {
    const { width, height } = uprightSize(picture);
    const size = physicalPixelSize(file.header.pixelsPerMm);
    const isTurned = width !== picture.width;
    await writePyramid(outputPath, uprightBands(file, writing, picture), {
      width,
      height,
      pixelSizeUm: size && isTurned ? { x: size.y, y: size.x } : size,
      onProgress: (done) => {
        rowsShare = done;
      },
    });
  } finally {
    clearInterval(timer);
    await reporting;
  }
  onProgress(1);
}

async function* uprightBands(
  file: VipsFile,
  writing: Writing,
  picture: StoredPicture,
): AsyncGenerator<PixelBand, void> {
  const isGrey = file.header.bands === 1;
  const range = isGrey ? await rangeOf(file) : null;
  const toRgb = (samples: Samples) => (isGrey ? greyToRgb(samples, range) : rgbSamples(samples));
  const { width, height } = uprightSize(picture);
  const rowsPerBand = width === picture.width ? ROWS_PER_BAND : ROWS_PER_TURNED_BAND;
  for (let top = 0; top < height; top += rowsPerBand) {
    const rows = Math.min(rowsPerBand, height - top);
    const region = storedRegionOf(picture, top, rows);
    yield { rows, rgb: turnUpright(picture, region, toRgb(await file.readRegion(region))) };
  }
  // A decoder may detect only at the very end that the file is truncated or damaged.
  await writing.finished;
}

/** Format requested from libvips by `rawPixelsOf`. */
function rgbSamples(samples: Samples): Uint8Array {
  if (samples instanceof Uint8Array) return samples;
  throw new TypeError(`libvips returned ${samples.constructor.name} for 8-bit colour`);
}

async function rangeOf(file: VipsFile): Promise<SampleRange | null> {
  const { width, height } = file.header;
  let range: SampleRange | null = null;
  for (let top = 0; top < height; top += ROWS_PER_BAND) {
    const region = { left: 0, top, width, height: Math.min(ROWS_PER_BAND, height - top) };
    range = widenRange(range, await file.readRegion(region));
  }
  return range;
}

/** Only a TIFF has several images; the first may be a small one. */
async function largestPageOf(path: string): Promise<number> {
  const file = await FileBytes.open(path);
  try {
    if (!isTiffHeader(await file.read(0, Math.min(SIGNATURE_BYTES, file.size)))) return 0;
    const tiff = await readTiff(file);
    return tiff.pages.indexOf(findBasePage(tiff));
  } finally {
    await file.close();
  }
}

function input(path: string, page: number, failOn: "warning" | "error"): Sharp {
  return sharp(path, { page, limitInputPixels: MAX_PX_A_SIDE ** 2, sequentialRead: true, failOn });
}

function readMetadata(path: string, page: number): Promise<Metadata> {
  return input(path, page, "error")
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause);
    });
}

/**
 * 8-bit samples and 16-bit colour become sRGB, through the colour profile if there is one, over white where they are
 * transparent. Grey of any other depth is unchanged: cameras use only a part of its range, which must be scaled.
 */
function rawPixelsOf(stored: Sharp, metadata: Metadata): Sharp {
  const picture = stored.flatten({ background: "white" });
  if (!isDeepGrey(metadata)) return picture.toColourspace("srgb");
  return picture.toColourspace(metadata.space === "grey16" ? "grey16" : "b-w");
}

function isDeepGrey({ depth, channels, hasAlpha }: Metadata): boolean {
  return depth !== "uchar" && (channels ?? 0) - (hasAlpha ? 1 : 0) === 1;
}

function assertDecodable(metadata: Metadata): void {
  const { width = 0, height = 0, depth, format, isProgressive, space, channels = 3, hasAlpha } = metadata;
  assertConvertibleSize(width, height);
  const colours = channels - (hasAlpha ? 1 : 0);
  if (colours !== COLOURS_OF_SPACE[space ?? ""]) {
    throw new SlideFileError("unsupported", `Parfocal cannot show an image with ${channels} channels as one image.`);
  }
  const isKnown = isDeepGrey(metadata) ? (depth ?? "") in BYTES_OF_DEPTH : depth === "uchar" || depth === "ushort";
  if (!isKnown) {
    throw new SlideFileError("unsupported", `Parfocal cannot show images with this sample format (${depth}).`);
  }
  const sampleBytes = format === "jpeg" || depth === "ushort" ? 2 : 1;
  if (isProgressive && width * height * channels * sampleBytes > MAX_WHOLE_PICTURE_BYTES) {
    throw new SlideFileError(
      "tooLarge",
      "This image is stored in several passes (progressive or interlaced) and is too large to be decoded. Save it without that option, or as TIFF.",
    );
  }
  // libwebp returns no row before it has decoded the last one.
  if (format === "webp" && width * height * channels > MAX_WHOLE_PICTURE_BYTES) {
    throw new SlideFileError("tooLarge", "This WebP image is too large to be decoded. Save it as TIFF.");
  }
}

/** Space for the uncompressed pixels and the pyramid, which exist at the same time. */
function bytesNeeded(metadata: Metadata): number {
  const { width = 0, height = 0, depth = "uchar" } = metadata;
  const bytesPerPixel = isDeepGrey(metadata) ? BYTES_OF_DEPTH[depth]! : 3;
  return width * height * (bytesPerPixel + PYRAMID_BYTES_PER_PIXEL);
}

async function assertRoom(path: string, bytes: number): Promise<void> {
  if (bytes > (await freeBytesAt(path))) throw noRoom(bytes);
}

async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

function noRoom(neededBytes: number, cause?: unknown): SlideFileError {
  const message = `Not enough disk space on the server: ${gigabytes(neededBytes)} GB are needed temporarily to convert this image.`;
  return new SlideFileError("tooLarge", message, { cause });
}

/** Rounded up, so that the reserved space is sufficient. */
function gigabytes(bytes: number): string {
  return (Math.ceil(bytes / 1e8) / 10).toFixed(1);
}

function unreadable(cause: unknown): SlideFileError {
  return new SlideFileError("damaged", "This image cannot be read to its end. The file is damaged or incomplete.", {
    cause,
  });
}
