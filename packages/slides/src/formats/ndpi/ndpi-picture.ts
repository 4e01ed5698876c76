/**
 * One image of an NDPI file: a single JPEG of any size in one strip. Restart markers divide each row of its units
 * (MCUs) into intervals of equal length, which form vertical *lanes*; a file without them has one lane.
 *
 * Source: OpenSlide, "Hamamatsu format"; its pull request 729 on images whose JPEG and TIFF differ in size.
 */

import type { BlockCache } from "../../bytes/block-cache.ts";
import { incompleteFile } from "../../bytes/incomplete-file.ts";
import { type JpegStream, readJpegStream } from "../../codec/jpeg-stream.ts";
import { SlideFileError } from "../../slide-source.ts";
import { isSameShape } from "../../tiff/choose-levels.ts";
import { readNumberAt } from "../../tiff/number-list-reader.ts";
import { MAX_SEGMENTS, MAX_SIDE_PX } from "../../tiff/read-tiff.ts";
import { COMPRESSION, PHOTOMETRIC, TAG } from "../../tiff/tiff-fields.ts";
import type { NumberList } from "../../tiff/tiff-page.ts";
import { NDPI_TAG } from "./ndpi-tags.ts";
import type { NdpiDirectory, ReadableBytes } from "./read-ndpi.ts";

/** Method for finding the starts of unit rows: the file's table, a search for markers, or reading all codes. */
export type PlacesBy = "table" | "markers" | "walking";

/** Offset of an image's single strip, and its size according to the TIFF. */
export interface NdpiStrip {
  readonly width: number;
  readonly height: number;
  /** First byte in the file. */
  readonly position: number;
  readonly bytes: number;
  readonly isPhotometricRgb: boolean;
}

export interface NdpiPicture {
  readonly width: number;
  readonly height: number;
  readonly strip: NdpiStrip;
  readonly stream: JpegStream;
  /** Rows of units. */
  readonly rows: number;
  readonly lanes: number;
  readonly unitsInLane: number;
  /** Rows of units between restart markers, if they are that rare; 0: none, or several in a row. */
  readonly rowsPerRestart: number;
  readonly placesBy: PlacesBy;
  readonly starts: NumberList | null;
  readonly startsHigh: NumberList | null;
}

/**
 * Longest strip that is searched for restart markers: takes a second of processor time and a few seconds of disk reads.
 */
export const MAX_BYTES_BY_MARKERS = 512 * 2 ** 20;

/** Longest strip whose codes are all read: takes a second of processor time. Measured: 50 to 85 MB/s. */
export const MAX_BYTES_BY_WALKING = 64 * 2 ** 20;

/** Headers have 660 bytes in known files, more with a comment or a profile. */
const HEADING_BYTES = [2048, 262_144] as const;

const JPEG_XR = 22610;

/**
 * @throws SlideFileError `unsupported` for an unsupported compression, `truncated`, `damaged`, `tooLarge`.
 */
export async function readStrip(directory: NdpiDirectory, fileBytes: number): Promise<NdpiStrip | null> {
  const one = async (tag: number, fallback: number) => (await directory.wholeNumber(tag)) ?? fallback;
  const [width, height] = [await one(TAG.imageWidth, 0), await one(TAG.imageLength, 0)];
  if (width === 0 || height === 0) {
    throw new SlideFileError("damaged", "This file is damaged: an image in it has no width or height.");
  }
  if (width > MAX_SIDE_PX || height > MAX_SIDE_PX) {
    throw new SlideFileError("tooLarge", `An image in this file is larger than ${MAX_SIDE_PX} pixels on a side.`);
  }
  const compression = await one(TAG.compression, 1);
  if (compression === JPEG_XR) {
    throw new SlideFileError("unsupported", "This image is compressed with JPEG XR, which Parfocal cannot read.");
  }
  if (compression !== COMPRESSION.jpeg || directory.numbers(TAG.stripOffsets)?.count !== 1) return null;
  const [position, bytes] = [await one(TAG.stripOffsets, 0), await one(TAG.stripByteCounts, 0)];
  if (position === 0 || bytes < 4) {
    throw new SlideFileError("damaged", "This file is damaged: an image in it has no pixels.");
  }
  if (position + bytes > fileBytes) {
    throw incompleteFile();
  }
  return { width, height, position, bytes, isPhotometricRgb: (await one(TAG.photometric, 0)) === PHOTOMETRIC.rgb };
}

/**
 * @returns null if tiles cannot be created without decoding the image.
 * @throws SlideFileError if it is damaged.
 */
export async function readPicture(
  directory: NdpiDirectory,
  strip: NdpiStrip,
  file: ReadableBytes,
  pieces: BlockCache,
): Promise<NdpiPicture | null> {
  const stream = await readStream(strip, file);
  const size = stream && sizeOf(strip, stream);
  if (stream === null || size === null) return null;
  const columns = Math.ceil(size.width / stream.unitWidth);
  const rows = Math.ceil(size.height / stream.unitHeight);
  const interval = stream.restartInterval >= columns * rows ? 0 : stream.restartInterval;
  const areLanes = interval > 0 && columns % interval === 0;
  const areRows = interval > 0 && interval % columns === 0;
  if (interval > 0 && !areLanes && !areRows) return null;
  const unitsInLane = areLanes ? interval : columns;
  const lanes = columns / unitsInLane;
  if (rows * lanes > MAX_SEGMENTS) {
    throw new SlideFileError("tooLarge", `An image in this file has more than ${MAX_SEGMENTS} tiles.`);
  }
  const picture = {
    ...size,
    strip,
    stream,
    rows,
    lanes,
    unitsInLane,
    rowsPerRestart: areRows && !areLanes ? interval / columns : 0,
    starts: directory.numbers(NDPI_TAG.intervalStarts),
    startsHigh: directory.numbers(NDPI_TAG.intervalStartsHigh),
  };
  if (!areLanes) return strip.bytes > MAX_BYTES_BY_WALKING ? null : { ...picture, placesBy: "walking" };
  if (await isTableTrue(picture, file, pieces)) return { ...picture, placesBy: "table" };
  return strip.bytes > MAX_BYTES_BY_MARKERS ? null : { ...picture, placesBy: "markers" };
}

async function readStream(strip: NdpiStrip, file: ReadableBytes): Promise<JpegStream | null> {
  for (const most of HEADING_BYTES) {
    const bytes = await file.read(strip.position, Math.min(strip.bytes, most));
    try {
      return readJpegStream(bytes, strip.isPhotometricRgb);
    } catch (error) {
      // The header may be longer than the bytes read.
      if (bytes.length === strip.bytes || most === HEADING_BYTES[1]) throw error;
    }
  }
  return null;
}

/** The JPEG's size is authoritative unless it exceeds the JPEG's limit; null if both contradict each other. */
function sizeOf(strip: NdpiStrip, stream: JpegStream): { width: number; height: number } | null {
  const width = stream.width === 0 || strip.width > 0xffff ? strip.width : stream.width;
  const height = stream.height === 0 || strip.height > 0xffff ? strip.height : stream.height;
  const isNear = Math.abs(width - strip.width) <= 2 + strip.width / 100;
  return isNear && isSameShape(strip, { width, height }) ? { width, height } : null;
}

/** Whether the recorded interval offsets are plausible: checks the first and the middle one. */
async function isTableTrue(
  { strip, stream, rows, lanes, starts, startsHigh }: Omit<NdpiPicture, "placesBy">,
  file: ReadableBytes,
  pieces: BlockCache,
): Promise<boolean> {
  const count = rows * lanes;
  if (starts === null || starts.count < count || (startsHigh !== null && startsHigh.count < count)) return false;
  const startOf = async (index: number) =>
    (await readNumberAt(pieces, starts, index, true)) +
    (startsHigh === null ? 0 : (await readNumberAt(pieces, startsHigh, index, true)) * 2 ** 32);
  if ((await startOf(0)) !== stream.dataStart) return false;
  const index = count >> 1;
  if (index === 0) return true;
  const start = await startOf(index);
  if (start < 2 || start > strip.bytes) return false;
  const marker = await file.read(strip.position + start - 2, 2);
  return marker[0] === 0xff && marker[1] === 0xd0 + ((index - 1) % 8);
}
