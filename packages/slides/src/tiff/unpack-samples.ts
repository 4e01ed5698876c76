/**
 * Unpacks the losslessly packed tiles and strips of TIFF files to their samples.
 *
 * Source: TIFF 6.0, sections 9, 13 and 14; TIFF Technical Note 3 (predictor 2 with Deflate); libtiff for Zstandard.
 */
import { promisify } from "node:util";
import { inflate, zstdDecompress } from "node:zlib";
import { decompressLzw } from "../codec/lzw.ts";
import { unpackBits } from "../codec/pack-bits.ts";
import { undecodable } from "../codec/undecodable.ts";
import { SlideFileError } from "../slide-source.ts";
import { COMPRESSION } from "./tiff-fields.ts";

const inflateAsync = promisify(inflate);
const zstdAsync = promisify(zstdDecompress);

/** Decoders of a segment, by TIFF compression. `most` is its maximum length. */
const UNPACKERS: Readonly<Record<number, (bytes: Buffer, needed: number, most: number) => Buffer | Promise<Buffer>>> = {
  [COMPRESSION.none]: (bytes) => bytes,
  [COMPRESSION.lzw]: (bytes, needed) => decompressLzw(bytes, needed),
  [COMPRESSION.packBits]: (bytes, needed) => unpackBits(bytes, needed),
  [COMPRESSION.deflate]: (bytes, _needed, most) => inflateAsync(bytes, { maxOutputLength: most }),
  [COMPRESSION.oldDeflate]: (bytes, _needed, most) => inflateAsync(bytes, { maxOutputLength: most }),
  [COMPRESSION.zstd]: (bytes, _needed, most) => zstdAsync(bytes, { maxOutputLength: most }),
};

export function canUnpack(compression: number): boolean {
  return UNPACKERS[compression] !== undefined;
}

export interface PackedSegment {
  readonly compression: number;
  /** 1: none; 2: each sample is the difference from its left neighbour. */
  readonly predictor: number;
  readonly width: number;
  /** Number of requested rows. */
  readonly height: number;
  /** Number of rows that the segment may contain; at the lower edge more than requested. */
  readonly storedHeight: number;
  readonly samplesPerPixel: number;
}

/**
 * @param bytes may be overwritten.
 * @returns 8-bit samples, row by row, interleaved; exactly width x height x samplesPerPixel.
 * @throws SlideFileError `damaged` if the bytes contain fewer.
 */
export async function unpackSamples(bytes: Buffer, segment: PackedSegment): Promise<Buffer> {
  const rowBytes = segment.width * segment.samplesPerPixel;
  const needed = rowBytes * segment.height;
  const most = rowBytes * segment.storedHeight;
  const samples = await unpackBytes(segment.compression, bytes, needed, most);
  if (segment.predictor === 2) addLeftNeighbours(samples, rowBytes, segment.height, segment.samplesPerPixel);
  return samples.subarray(0, needed);
}

/**
 * Undoes only the compression.
 *
 * @param needed number of requested bytes.
 * @param most number of bytes that the segment may contain.
 * @returns `needed` bytes or more.
 * @throws SlideFileError `damaged` if there are fewer.
 */
export async function unpackBytes(compression: number, bytes: Buffer, needed: number, most: number): Promise<Buffer> {
  const unpack = UNPACKERS[compression];
  if (unpack === undefined) throw new SlideFileError("unsupported", "This file uses an unknown compression.");
  let unpacked: Buffer;
  try {
    unpacked = await unpack(bytes, needed, most + 65_536);
  } catch (error) {
    throw undecodable(error);
  }
  if (unpacked.length < needed) throw undecodable();
  return unpacked;
}

function addLeftNeighbours(samples: Buffer, rowBytes: number, rows: number, samplesPerPixel: number): void {
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * rowBytes;
    for (let at = row * rowBytes + samplesPerPixel; at < end; at++) {
      samples[at] = samples[at]! + samples[at - samplesPerPixel]!;
    }
  }
}
