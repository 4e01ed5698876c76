/**
 * Converts the unpacked bytes of a segment to samples of any type: unpacks bits and undoes byte order and predictor.
 *
 * Source: TIFF 6.0, sections 2 (byte order), 3 (packing) and 14 (predictor 2); TIFF Technical Note 3 (predictor 3).
 */
import type { SampleArray, SampleKind } from "./sample-kind.ts";

export interface StoredRows {
  /** Samples per row, including those of all channels. */
  readonly samplesPerRow: number;
  readonly rows: number;
  readonly samplesPerPixel: number;
  readonly kind: SampleKind;
  /** 1: none; 2: differences from the left neighbour; 3: the same for floating-point numbers, byte by byte. */
  readonly predictor: number;
  readonly isLittleEndian: boolean;
}

/** Each row starts at a byte boundary. */
export function bytesPerRow({ samplesPerRow, kind }: Pick<StoredRows, "samplesPerRow" | "kind">): number {
  return Math.ceil((samplesPerRow * kind.bits) / 8);
}

/** Whether `samplesOf` can undo this predictor for such samples. */
export function isKnownPredictor(predictor: number, { bits, isFloat }: SampleKind): boolean {
  if (predictor === 2) return !isFloat && bits % 8 === 0;
  return predictor === 1 || (predictor === 3 && isFloat);
}

/** @param bytes at least those of all rows. */
export function samplesOf(bytes: Buffer, stored: StoredRows): SampleArray {
  const { samplesPerRow, rows, kind, predictor, isLittleEndian } = stored;
  const samples = kind.arrayOf(samplesPerRow * rows);
  if (kind.bits < 8 || (kind.bits > 8 && kind.bits < 16)) {
    unpackBitsInto(samples, bytes, stored);
    return samples;
  }
  const target = new Uint8Array(samples.buffer);
  const rowBytes = bytesPerRow(stored);
  if (predictor === 3) {
    for (let row = 0; row < rows; row++) {
      undoFloatPredictor(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), target.subarray(row * rowBytes), stored);
    }
    return samples;
  }
  target.set(bytes.subarray(0, target.length));
  if (!isLittleEndian) swapBytes(target, samples.BYTES_PER_ELEMENT);
  if (predictor === 2) addLeftNeighbours(samples, stored);
  return samples;
}

/** The most significant bit comes first, regardless of byte order. */
function unpackBitsInto(samples: SampleArray, bytes: Buffer, stored: StoredRows): void {
  const { samplesPerRow, rows, kind } = stored;
  const rowBytes = bytesPerRow(stored);
  const mask = 2 ** kind.bits - 1;
  for (let row = 0; row < rows; row++) {
    let at = row * rowBytes;
    let buffered = 0;
    let bufferedBits = 0;
    for (let i = 0; i < samplesPerRow; i++) {
      while (bufferedBits < kind.bits) {
        buffered = ((buffered << 8) | bytes[at++]!) & 0xffffff;
        bufferedBits += 8;
      }
      bufferedBits -= kind.bits;
      samples[row * samplesPerRow + i] = (buffered >> bufferedBits) & mask;
    }
  }
}

function swapBytes(bytes: Uint8Array<ArrayBuffer>, size: number): void {
  const buffer = Buffer.from(bytes.buffer);
  if (size === 2) buffer.swap16();
  else if (size === 4) buffer.swap32();
  else if (size === 8) buffer.swap64();
}

/** Sums wrap around like the array's element type. */
function addLeftNeighbours(samples: SampleArray, { samplesPerRow, rows, samplesPerPixel }: StoredRows): void {
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * samplesPerRow;
    for (let at = row * samplesPerRow + samplesPerPixel; at < end; at++) {
      samples[at] = samples[at]! + samples[at - samplesPerPixel]!;
    }
  }
}

/** The bytes of a row are sorted by significance, the highest first, and stored as differences. */
function undoFloatPredictor(
  row: Buffer,
  target: Uint8Array,
  { samplesPerRow, samplesPerPixel, kind }: StoredRows,
): void {
  for (let at = samplesPerPixel; at < row.length; at++) row[at] = row[at]! + row[at - samplesPerPixel]!;
  const size = kind.bits / 8;
  for (let i = 0; i < samplesPerRow; i++) {
    // In the array's own byte order, which is little-endian on all platforms of Node.
    for (let byte = 0; byte < size; byte++) target[i * size + size - 1 - byte] = row[byte * samplesPerRow + i]!;
  }
}
