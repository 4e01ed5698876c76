/**
 * Builds small NDPI files for tests, including invalid ones, and sparse ones beyond 4 GiB.
 *
 * Restart intervals are separate small JPEGs encoded by libjpeg: each resets its DC values, as an interval does, and
 * all have the same tables.
 */
import { open } from "node:fs/promises";
import sharp from "sharp";
import { MARKER, readJpegHeader, visitJpegSegments } from "../codec/jpeg-header.ts";
import type { RawPicture } from "../codec/raw-picture.ts";
import { NDPI_TAG } from "../formats/ndpi/ndpi-tags.ts";
import { TAG } from "../tiff/tiff-fields.ts";
import { partOf } from "./pictures.ts";

export interface IntervalSpec {
  /** Width of an interval in pixels; default: the image's. Must divide the image's width. */
  readonly laneWidth?: number;
  /** Height of an interval in pixels; default: one row of units; more only if an interval has the image's width. */
  readonly intervalHeight?: number;
  readonly chromaSubsampling?: "4:4:4" | "4:2:0";
  readonly quality?: number;
}

export interface IntervalJpeg {
  readonly jpeg: Buffer;
  /** Start of each interval's data. */
  readonly starts: readonly number[];
}

/** A JPEG with restart markers. Its frame contains 0 for a side above 65,535 px, as in NDPI. */
export async function encodeIntervals(picture: RawPicture, spec: IntervalSpec): Promise<IntervalJpeg> {
  const { width, height, channels } = picture;
  const { laneWidth = width, chromaSubsampling = "4:4:4", quality = 80 } = spec;
  const unit = channels === 3 && chromaSubsampling === "4:2:0" ? 16 : 8;
  const { intervalHeight = unit } = spec;
  const parts: Buffer[] = [];
  const starts: number[] = [];
  let length = 0;
  const append = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  for (let top = 0; top < height; top += intervalHeight) {
    for (let left = 0; left < width; left += laneWidth) {
      const part = partOf(
        picture,
        left,
        top,
        laneWidth,
        Math.min(intervalHeight, Math.ceil((height - top) / unit) * unit),
      );
      const jpeg = await encodeJpeg(part, quality, chromaSubsampling, false);
      const { scanStart } = readJpegHeader(jpeg, 0, jpeg.length);
      const units = Math.ceil(laneWidth / unit) * (intervalHeight / unit);
      if (starts.length === 0) append(headingOf(jpeg, width, height, units));
      else append(Buffer.from([0xff, 0xd0 + ((starts.length - 1) % 8)]));
      starts.push(length);
      append(jpeg.subarray(scanStart + 2 + jpeg.readUInt16BE(scanStart + 2), -2));
    }
  }
  append(Buffer.from([0xff, MARKER.endOfImage]));
  return { jpeg: Buffer.concat(parts), starts };
}

/** A JPEG without restart markers. */
export function encodeJpeg(
  { samples, width, height, channels }: RawPicture,
  quality: number,
  chromaSubsampling: "4:4:4" | "4:2:0",
  optimiseCoding: boolean,
): Promise<Buffer> {
  return sharp(samples, { raw: { width, height, channels } })
    .toColourspace(channels === 1 ? "b-w" : "srgb")
    .jpeg({ quality, chromaSubsampling, optimiseCoding })
    .toBuffer();
}

function headingOf(jpeg: Buffer, width: number, height: number, interval: number): Buffer {
  const parts: Buffer[] = [Buffer.from([0xff, MARKER.startOfImage])];
  const { frameStart } = readJpegHeader(jpeg, 0, jpeg.length);
  visitJpegSegments(jpeg, 0, jpeg.length, (marker, start, end) => {
    if (marker === MARKER.startOfScan) {
      parts.push(Buffer.from([0xff, MARKER.restartInterval, 0, 4, interval >> 8, interval & 0xff]));
    }
    const segment = Buffer.from(jpeg.subarray(start, end));
    if (start === frameStart) {
      segment.writeUInt16BE(height > 0xffff ? 0 : height, 5);
      segment.writeUInt16BE(width > 0xffff ? 0 : width, 7);
    }
    parts.push(segment);
  });
  return Buffer.concat(parts);
}

type NdpiValue =
  | { readonly type: 3 | 4; readonly values: readonly number[] }
  | { readonly type: 9; readonly values: readonly number[] }
  | { readonly type: 11; readonly values: readonly number[] }
  | { readonly type: 5; readonly values: readonly [number, number] }
  | { readonly type: 2; readonly text: string };

export interface NdpiPictureSpec {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  /** -1: the macro image; -2: the map. */
  readonly magnification: number;
  readonly focusNm?: number;
  /** Default: omitted from the file. */
  readonly starts?: readonly number[];
  /** Position of the JPEG in the file; default: after the data written last. */
  readonly position?: number;
  /** By tag: additional fields, or replacements for the default ones. */
  readonly fields?: Readonly<Record<number, NdpiValue>>;
}

export interface NdpiSpec {
  readonly pictures: readonly NdpiPictureSpec[];
  /** Position of the directories; default: after the data written last. */
  readonly directoriesAt?: number;
}

const FOUR_GIB = 2 ** 32;
const HEADER_BYTES = 16;

/** Writes a sparse file: gaps between its parts take no disk space. */
export async function writeNdpi(path: string, spec: NdpiSpec): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const { position, bytes } of partsOf(spec)) await file.write(bytes, 0, bytes.length, position);
  } finally {
    await file.close();
  }
}

/** The file in memory, if it is small. */
export function buildNdpi(spec: NdpiSpec): Buffer {
  const parts = partsOf(spec);
  const file = Buffer.alloc(Math.max(...parts.map(({ position, bytes }) => position + bytes.length)));
  for (const { position, bytes } of parts) bytes.copy(file, position);
  return file;
}

interface Part {
  readonly position: number;
  readonly bytes: Buffer;
}

function partsOf({ pictures, directoriesAt }: NdpiSpec): Part[] {
  const parts: Part[] = [];
  let end = HEADER_BYTES;
  const append = (bytes: Buffer, position = end): number => {
    parts.push({ position, bytes });
    end = position + bytes.length + (bytes.length % 2);
    return position;
  };
  const strips = pictures.map(({ jpeg, position }) => append(jpeg, position));
  end = Math.max(end, directoriesAt ?? 0);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("II*\0", "latin1");
  parts.push({ position: 0, bytes: header });
  let pointer = { bytes: header, at: 4 };
  for (const [index, picture] of pictures.entries()) {
    const fields = Object.entries(fieldsOf(picture, strips[index]!)).sort(
      ([one], [other]) => Number(one) - Number(other),
    );
    const count = fields.length;
    const directory = Buffer.alloc(2 + count * 12 + 8 + count * 4);
    directory.writeUInt16LE(count);
    for (const [number, [tag, value]] of fields.entries()) {
      const { type, values, bytes } = encodeValue(value);
      const at = 2 + number * 12;
      directory.writeUInt16LE(Number(tag), at);
      directory.writeUInt16LE(type, at + 2);
      directory.writeUInt32LE(values, at + 4);
      let high = 0;
      if (bytes.length <= 4) {
        bytes.copy(directory, at + 8);
        if (value.type === 4) high = Math.floor(value.values[0]! / FOUR_GIB);
      } else {
        const position = append(bytes);
        directory.writeUInt32LE(position % FOUR_GIB, at + 8);
        high = Math.floor(position / FOUR_GIB);
      }
      directory.writeUInt32LE(high, 2 + count * 12 + 8 + number * 4);
    }
    const position = append(directory);
    pointer.bytes.writeBigUInt64LE(BigInt(position), pointer.at);
    pointer = { bytes: directory, at: 2 + count * 12 };
  }
  return parts;
}

function fieldsOf(picture: NdpiPictureSpec, strip: number): Record<number, NdpiValue> {
  const { jpeg, width, height, magnification, focusNm = 0, starts, fields } = picture;
  const long = (...values: number[]): NdpiValue => ({ type: 4, values });
  const usual: Record<number, NdpiValue> = {
    [TAG.imageWidth]: long(width),
    [TAG.imageLength]: long(height),
    [TAG.bitsPerSample]: { type: 3, values: [8, 8, 8] },
    [TAG.compression]: { type: 3, values: [7] },
    [TAG.photometric]: { type: 3, values: [6] },
    [TAG.make]: { type: 2, text: "Hamamatsu" },
    [TAG.stripOffsets]: long(strip),
    [TAG.samplesPerPixel]: { type: 3, values: [3] },
    [TAG.rowsPerStrip]: long(height),
    [TAG.stripByteCounts]: long(jpeg.length),
    [TAG.xResolution]: { type: 5, values: [40_000, 1] },
    [TAG.yResolution]: { type: 5, values: [20_000, 1] },
    [TAG.resolutionUnit]: { type: 3, values: [3] },
    [NDPI_TAG.format]: { type: 3, values: [1] },
    [NDPI_TAG.magnification]: { type: 11, values: [magnification] },
    [NDPI_TAG.focalPlaneNm]: { type: 9, values: [focusNm] },
  };
  if (starts) usual[NDPI_TAG.intervalStarts] = long(...starts);
  return { ...usual, ...fields };
}

function encodeValue(value: NdpiValue): { type: number; values: number; bytes: Buffer } {
  const { type } = value;
  if (type === 2) {
    const bytes = Buffer.from(`${value.text}\0`);
    return { type, values: bytes.length, bytes };
  }
  const size = type === 3 ? 2 : 4;
  const bytes = Buffer.alloc(value.values.length * size);
  for (const [index, number] of value.values.entries()) {
    if (type === 11) bytes.writeFloatLE(number, index * 4);
    else if (type === 9) bytes.writeInt32LE(number, index * 4);
    else bytes.writeUIntLE(number % FOUR_GIB, index * size, size);
  }
  return { type, values: type === 5 ? 1 : value.values.length, bytes };
}
