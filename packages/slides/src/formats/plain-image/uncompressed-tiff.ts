/**
 * Writes an uncompressed TIFF whose pixels can be stored in any order: the form in which libvips gets images that it
 * cannot decode.
 *
 * Source: TIFF 6.0 (sections 2, 6, 8), the BigTIFF design (libtiff), ICC.1 annex B.4 for the profile.
 */

import { writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

export interface UncompressedTiffFacts {
  readonly width: number;
  readonly height: number;
  /** Channels beyond those of the photometric interpretation are alpha. */
  readonly channels: number;
  readonly bytesPerSample: 1 | 2 | 4 | 8;
  /** 1 unsigned, 2 signed, 3 floating point. */
  readonly sampleFormat: 1 | 2 | 3;
  /** 1 grey, 2 red, green and blue, 5 CMYK. */
  readonly photometric: number;
  /** 1 to 8. */
  readonly orientation: number;
  /** 0: unknown. */
  readonly pixelsPerMm: { readonly x: number; readonly y: number };
  readonly iccProfile: Uint8Array | null;
}

export interface UncompressedTiff {
  /** Stores complete pixels at a position within the image; samples in the machine's byte order. */
  put(samples: Uint8Array, left: number, top: number, width: number): void;
  close(): Promise<void>;
}

type Field = readonly [tag: number, type: keyof typeof TYPES, values: readonly number[] | Uint8Array];
const TYPES = {
  short: { code: 3, bytes: 2 },
  rational: { code: 5, bytes: 8 },
  bytes: { code: 7, bytes: 1 },
  long8: { code: 16, bytes: 8 },
} as const;

const HEADER_BYTES = 16;
const STRIP_BYTES = 256 * 1024;
const MM_PER_CM = 10;
/** Denominator of the fraction for pixels per centimetre. */
const DENOMINATOR = 1000;
const UNASSOCIATED_ALPHA = 2;
/** Number of channels by photometric interpretation. */
const OWN_CHANNELS: Readonly<Record<number, number>> = { 1: 1, 2: 3, 5: 4 };

/** Overwrites an existing file at `path`; pixels that are not stored are black. */
export async function createUncompressedTiff(path: string, facts: UncompressedTiffFacts): Promise<UncompressedTiff> {
  const file = await open(path, "w");
  try {
    const pixelBytes = facts.channels * facts.bytesPerSample;
    const { head, pixelsStart } = layOut(facts);
    await file.write(head, 0, head.length, 0);
    await file.truncate(pixelsStart + facts.width * facts.height * pixelBytes);
    return {
      put: (...pixels) => put(file, { ...facts, pixelBytes, pixelsStart }, ...pixels),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function put(
  { fd }: FileHandle,
  picture: { readonly width: number; readonly pixelBytes: number; readonly pixelsStart: number },
  samples: Uint8Array,
  left: number,
  top: number,
  width: number,
): void {
  const rowBytes = width * picture.pixelBytes;
  const isWhole = left === 0 && width === picture.width;
  const piece = isWhole ? samples.length : rowBytes;
  for (let at = 0, row = top; at < samples.length; at += piece, row++) {
    const position = picture.pixelsStart + (row * picture.width + left) * picture.pixelBytes;
    // There are thousands of short pieces; a thread-pool task for each would cost more than the write itself.
    for (let done = 0; done < piece; ) done += writeSync(fd, samples, at + done, piece - done, position + done);
  }
}

function layOut(facts: UncompressedTiffFacts): { head: Buffer; pixelsStart: number } {
  // Its length is independent of the position of the pixels.
  const pixelsStart = directory(facts, 0).length;
  return { head: directory(facts, pixelsStart), pixelsStart };
}

function directory(facts: UncompressedTiffFacts, pixelsStart: number): Buffer {
  const fields = fieldsOf(facts, pixelsStart);
  const tableBytes = 8 + fields.length * 20 + 8;
  const outside: Buffer[] = [];
  let outsideAt = HEADER_BYTES + tableBytes;
  const table = Buffer.alloc(HEADER_BYTES + tableBytes);
  table.write("II", 0, "latin1");
  table.writeUInt16LE(43, 2);
  table.writeUInt16LE(8, 4);
  table.writeBigUInt64LE(BigInt(HEADER_BYTES), 8);
  table.writeBigUInt64LE(BigInt(fields.length), HEADER_BYTES);
  fields.forEach(([tag, type, values], index) => {
    const entry = HEADER_BYTES + 8 + index * 20;
    const bytes = valuesOf(type, values);
    table.writeUInt16LE(tag, entry);
    table.writeUInt16LE(TYPES[type].code, entry + 2);
    table.writeBigUInt64LE(BigInt(bytes.length / TYPES[type].bytes), entry + 4);
    if (bytes.length <= 8) {
      bytes.copy(table, entry + 12);
      return;
    }
    table.writeBigUInt64LE(BigInt(outsideAt), entry + 12);
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
    outside.push(padded);
    outsideAt += padded.length;
  });
  return Buffer.concat([table, ...outside]);
}

/** In ascending order of tags, as TIFF requires. */
function fieldsOf(facts: UncompressedTiffFacts, pixelsStart: number): Field[] {
  const { width, height, channels, bytesPerSample, pixelsPerMm, iccProfile } = facts;
  const rowBytes = width * channels * bytesPerSample;
  const rowsPerStrip = Math.max(1, Math.floor(STRIP_BYTES / rowBytes));
  const extra = channels - (OWN_CHANNELS[facts.photometric] ?? channels);
  const strips = Math.ceil(height / rowsPerStrip);
  const eachChannel = (value: number) => Array.from({ length: channels }, () => value);
  const stripRows = (strip: number) => Math.min(rowsPerStrip, height - strip * rowsPerStrip);
  const fields: (Field | null)[] = [
    [256, "long8", [width]],
    [257, "long8", [height]],
    [258, "short", eachChannel(bytesPerSample * 8)],
    [259, "short", [1]],
    [262, "short", [facts.photometric]],
    [273, "long8", Array.from({ length: strips }, (_, strip) => pixelsStart + strip * rowsPerStrip * rowBytes)],
    [274, "short", [facts.orientation]],
    [277, "short", [channels]],
    [278, "long8", [rowsPerStrip]],
    [279, "long8", Array.from({ length: strips }, (_, strip) => stripRows(strip) * rowBytes)],
    [282, "rational", perCentimetre(pixelsPerMm.x)],
    [283, "rational", perCentimetre(pixelsPerMm.y)],
    [284, "short", [1]],
    [296, "short", [pixelsPerMm.x > 0 ? 3 : 1]],
    extra > 0 ? [338, "short", Array.from({ length: extra }, () => UNASSOCIATED_ALPHA)] : null,
    [339, "short", eachChannel(facts.sampleFormat)],
    iccProfile === null ? null : [34675, "bytes", iccProfile],
  ];
  return fields.filter((field) => field !== null);
}

function perCentimetre(perMm: number): [number, number] {
  const numerator = Math.round(perMm * MM_PER_CM * DENOMINATOR);
  return numerator > 0 && numerator < 2 ** 32 ? [numerator, DENOMINATOR] : [1, 1];
}

function valuesOf(type: keyof typeof TYPES, values: readonly number[] | Uint8Array): Buffer {
  if (type === "bytes") return Buffer.from(values);
  const step = type === "rational" ? 4 : TYPES[type].bytes;
  const bytes = Buffer.alloc(values.length * step);
  values.forEach((value, index) => {
    if (step === 8) bytes.writeBigUInt64LE(BigInt(value), index * 8);
    else bytes.writeUIntLE(value, index * step, step);
  });
  return bytes;
}
