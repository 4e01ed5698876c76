/**
 * Decodes the frames of a DICOM image to samples: red, green and blue with 8 bits, or grey with 8 or 16 bits, where 0
 * is black.
 *
 * Source: DICOM PS3.3, section C.7.6.3.1 (photometric interpretation, planar configuration); PS3.5, section 8.
 */
import { decodeInWorker } from "../codec/decode-in-worker.ts";
import { readJpegHeader } from "../codec/jpeg-header.ts";
import { jpegPrefixOf, needsRgbMarker } from "../codec/jpeg-splice.ts";
import { decodePicture } from "../codec/raw-picture.ts";
import { yCbCrToRgb } from "../codec/ycbcr.ts";
import { SlideFileError } from "../slide-source.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import type { FrameBytes } from "./frame-reader.ts";
import { jpeg2000MixesComponents } from "./jpeg2000-components.ts";
import { unpackRle } from "./rle.ts";
import type { SampleLayout } from "./sample-layout.ts";
import type { FrameCodec } from "./transfer-syntaxes.ts";

/** Rows from the top, pixels from the left, samples interleaved. */
export interface DecodedFrame {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** Two bytes per sample if it has more than 8 bits, which only grey has. */
  readonly samples: Uint8Array | Uint16Array;
}

const PREFIX = jpegPrefixOf(null);

/** Bytes of a frame without compression. */
export function nativeFrameBytes({ columns, rows, samplesPerPixel, bitsAllocated, photometric }: SampleLayout): number {
  // Two pixels share their chroma.
  const samplesInRow = photometric === "YBR_FULL_422" ? Math.ceil(columns / 2) * 4 : columns * samplesPerPixel;
  return samplesInRow * rows * (bitsAllocated / 8);
}

/**
 * Returns the frame as a JPEG file, marked as RGB if DICOM declares RGB and the JPEG does not.
 *
 * @throws SlideFileError if it cannot be shown.
 */
export function jpegOf({ buffer, start }: FrameBytes, photometric: string): Buffer {
  const header = readJpegHeader(buffer, start, buffer.length);
  if (header.precision !== 8) {
    throw new SlideFileError("unsupported", `Parfocal cannot show JPEG of ${header.precision} bits.`);
  }
  if (!needsRgbMarker(header, photometric === "RGB")) return buffer.subarray(start);
  // Overwrites the start-of-image marker and the bytes reserved before the frame.
  const markedStart = start + 2 - PREFIX.rgb.length;
  PREFIX.rgb.copy(buffer, markedStart);
  return buffer.subarray(markedStart);
}

/** @throws SlideFileError if the frame does not match the file's description. */
export async function decodeFrame(
  frame: FrameBytes,
  codec: FrameCodec,
  layout: SampleLayout,
  signal?: AbortSignal,
): Promise<DecodedFrame> {
  const decoded = await DECODERS[codec](frame, layout, signal);
  if (decoded.width < layout.columns || decoded.height < layout.rows) {
    throw damagedDicom("a tile does not have the size the file states");
  }
  return layout.photometric === "MONOCHROME1" ? { ...decoded, samples: inverted(decoded.samples, layout) } : decoded;
}

type Decode = (frame: FrameBytes, layout: SampleLayout, signal?: AbortSignal) => Promise<DecodedFrame>;

const DECODERS: Readonly<Record<FrameCodec, Decode>> = {
  native: async ({ buffer, start }, layout) => {
    const bytes = buffer.subarray(start);
    if (layout.photometric === "YBR_FULL_422") return pictureOf(expandChroma(bytes, layout), layout, true);
    const samples = sampleWords(bytes, layout.bitsAllocated, layout.isLittleEndian);
    return pictureOf(layout.isPlanar ? interleaved(samples, layout.samplesPerPixel) : samples, layout);
  },
  rle: async ({ buffer, start }, layout) => {
    const { columns, rows, samplesPerPixel, bitsAllocated } = layout;
    const bytes = unpackRle(buffer.subarray(start), columns * rows, samplesPerPixel, bitsAllocated / 8);
    return pictureOf(sampleWords(bytes, bitsAllocated, true), layout);
  },
  jpeg: async (frame, layout) => {
    const { width, height, samples } = await decodePicture(jpegOf(frame, layout.photometric));
    const isGrey = layout.samplesPerPixel === 1;
    return {
      width,
      height,
      channels: layout.samplesPerPixel,
      samples: isGrey ? Uint8Array.from({ length: width * height }, (_, pixel) => samples[pixel * 3]!) : samples,
    };
  },
  jpeg2000: async ({ buffer, start }, layout, signal) => {
    const bytes = buffer.subarray(start);
    const isYbr = layout.photometric.startsWith("YBR") && !jpeg2000MixesComponents(bytes);
    return decodeBeside("jpeg2000", bytes, layout, isYbr, signal);
  },
  "jpeg-ls": async ({ buffer, start }, layout, signal) =>
    decodeBeside("jpeg-ls", buffer.subarray(start), layout, layout.photometric.startsWith("YBR"), signal),
};

async function decodeBeside(
  codec: "jpeg2000" | "jpeg-ls",
  bytes: Buffer,
  layout: SampleLayout,
  isYbr: boolean,
  signal: AbortSignal | undefined,
): Promise<DecodedFrame> {
  const decoded = await decodeInWorker(codec, bytes, signal, isYbr ? "yCbCr" : "rgb");
  if (decoded.channels !== layout.samplesPerPixel || decoded.isSigned) {
    throw damagedDicom("a tile does not have the colours the file states");
  }
  const { width, height, channels, samples, bits } = decoded;
  return { width, height, channels, samples: channels === 3 ? toBytes(samples, bits) : samples };
}

/** Converts stored to displayed samples, except for inverted grey. */
function pictureOf(samples: Uint8Array | Uint16Array, layout: SampleLayout, isYbr?: boolean): DecodedFrame {
  const { columns, rows, samplesPerPixel, bitsStored, photometric } = layout;
  const size = { width: columns, height: rows, channels: samplesPerPixel } as const;
  if (samplesPerPixel === 1) return { ...size, samples: masked(samples, bitsStored) };
  const bytes = toBytes(samples, bitsStored);
  if (isYbr ?? photometric.startsWith("YBR")) yCbCrToRgb(bytes);
  return { ...size, samples: bytes };
}

function sampleWords(bytes: Buffer, bitsAllocated: 8 | 16, isLittleEndian: boolean): Uint8Array | Uint16Array {
  if (bitsAllocated === 8) return bytes;
  const words = new Uint16Array(bytes.length >> 1);
  for (let i = 0; i < words.length; i++) {
    words[i] = isLittleEndian ? bytes[i * 2]! | (bytes[i * 2 + 1]! << 8) : (bytes[i * 2]! << 8) | bytes[i * 2 + 1]!;
  }
  return words;
}

/** Bits above the stored ones are arbitrary. */
function masked(samples: Uint8Array | Uint16Array, bitsStored: number): Uint8Array | Uint16Array {
  if (bitsStored === samples.BYTES_PER_ELEMENT * 8) return samples;
  const mask = 2 ** bitsStored - 1;
  for (let i = 0; i < samples.length; i++) samples[i]! &= mask;
  return samples;
}

/** The upper eight bits. */
function toBytes(samples: Uint8Array | Uint16Array, bits: number): Uint8Array {
  if (samples instanceof Uint8Array) return samples;
  return Uint8Array.from(samples, (sample) => (bits > 8 ? sample >> (bits - 8) : sample));
}

function interleaved(planes: Uint8Array | Uint16Array, count: number): Uint8Array | Uint16Array {
  const pixels = Math.floor(planes.length / count);
  const samples =
    planes instanceof Uint16Array ? new Uint16Array(planes.length) : Buffer.allocUnsafeSlow(planes.length);
  for (let sample = 0; sample < count; sample++) {
    for (let pixel = 0; pixel < pixels; pixel++) samples[pixel * count + sample] = planes[sample * pixels + pixel]!;
  }
  return samples;
}

/** Two pixels share their chroma: Y, Y, Cb, Cr. */
function expandChroma(bytes: Buffer, { columns, rows }: SampleLayout): Uint8Array {
  const samples = Buffer.allocUnsafeSlow(columns * rows * 3);
  const rowBytes = Math.ceil(columns / 2) * 4;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const pair = y * rowBytes + (x >> 1) * 4;
      const at = (y * columns + x) * 3;
      samples[at] = bytes[pair + (x & 1)]!;
      samples[at + 1] = bytes[pair + 2]!;
      samples[at + 2] = bytes[pair + 3]!;
    }
  }
  return samples;
}

function inverted(samples: Uint8Array | Uint16Array, { bitsStored }: SampleLayout): Uint8Array | Uint16Array {
  const white = 2 ** bitsStored - 1;
  return samples.map((sample) => Math.max(0, white - sample));
}
