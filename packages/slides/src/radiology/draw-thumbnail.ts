/** Draws a thumbnail of one frame as initially displayed: grey by its window, or in colour. */
import { Decoder as LosslessDecoder } from "@cornerstonejs/jpeg-lossless-decoder-js";
import sharp from "sharp";
import { decodeInWorker } from "../codec/decode-in-worker.ts";
import { readJpegHeader } from "../codec/jpeg-header.ts";
import { decodePicture } from "../codec/raw-picture.ts";
import { yCbCrToRgb } from "../codec/ycbcr.ts";
import type { DataSet } from "../dicom/data-set.ts";
import { jpegOf } from "../dicom/decode-frame.ts";
import type { FrameBytes } from "../dicom/frame-reader.ts";
import { unpackRle } from "../dicom/rle.ts";
import { SlideFileError } from "../slide-source.ts";
import type { RadiologyInstance } from "./read-instance.ts";
import type { FrameStorage } from "./stored-as.ts";

const LONGER_SIDE_PX = 256;
const QUALITY = 80;
/** Source: ITU-T T.81, table B.1: lossless, sequential, Huffman. */
const LOSSLESS_FRAME = 0xc3;
/** Larger frames are not decoded for a thumbnail. */
const MAX_PX = 2 ** 25;
/** Fraction of the samples below and above the displayed range if the file has no window. */
const CLIPPED = 0.01;

interface Samples {
  readonly values: ArrayLike<number>;
  readonly channels: 1 | 3;
}

/** @returns WebP; null if the frame cannot be decoded here. @throws SlideFileError if the frame is damaged. */
export async function drawThumbnail(
  frame: FrameBytes,
  instance: RadiologyInstance,
  storage: FrameStorage,
): Promise<Buffer | null> {
  const { rows, columns } = instance;
  const { dataSet } = instance.file;
  if (!storage.decodes || rows * columns > MAX_PX) return null;
  const samples = await samplesOf(frame, instance, storage);
  if (samples === null || samples.values.length < rows * columns * samples.channels) return null;
  const pixels =
    samples.channels === 3 ? Uint8Array.from(samples.values) : shownGreys(samples.values, dataSet, rows * columns);
  const channels = pixels.length >= rows * columns * 3 ? 3 : 1;
  return sharp(pixels, { raw: { width: columns, height: rows, channels } })
    .resize({ width: LONGER_SIDE_PX, height: LONGER_SIDE_PX, fit: "inside", withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}

async function samplesOf(
  { buffer, start }: FrameBytes,
  { file: { dataSet }, rows, columns }: RadiologyInstance,
  { codec }: FrameStorage,
): Promise<Samples | null> {
  const channels = dataSet.number("SamplesPerPixel") === 3 ? 3 : 1;
  const photometric = dataSet.text("PhotometricInterpretation") ?? "";
  const bits = dataSet.number("BitsAllocated") ?? 8;
  const bytes = buffer.subarray(start);
  if (codec === "jpeg") {
    const header = readJpegHeader(buffer, start, buffer.length);
    if (header.frameMarker === LOSSLESS_FRAME) {
      const isAsSaid = header.width === columns && header.height === rows && channels === 1;
      return isAsSaid ? { values: losslessSamples(bytes, dataSet), channels } : null;
    }
    if (header.precision !== 8) return null;
    const { samples } = await decodePicture(jpegOf({ buffer, start }, photometric));
    return channels === 3 ? { values: samples, channels } : { values: everyThird(samples), channels };
  }
  if (codec === "jpeg2000" || codec === "jpeg-ls") {
    const decoded = await decodeInWorker(codec, bytes, undefined, photometric === "YBR_FULL" ? "yCbCr" : "rgb");
    if (decoded.channels !== channels || (channels === 3 && decoded.bits !== 8)) return null;
    const { samples } = decoded;
    const isSigned = decoded.isSigned && samples instanceof Uint16Array;
    return {
      values: isSigned ? new Int16Array(samples.buffer, samples.byteOffset, samples.length) : samples,
      channels,
    };
  }
  if (photometric === "YBR_FULL_422") return null;
  const raw = codec === "rle" ? unpackRle(bytes, rows * columns, channels, bits / 8) : bytes;
  const isLittle = codec === "rle" || dataSet.isLittleEndian;
  if (channels === 1) return { values: numbersOf(raw, dataSet, bits, isLittle), channels };
  const isPlanar = codec === "native" && dataSet.number("PlanarConfiguration") === 1;
  const colours = isPlanar ? sideBySide(raw) : Uint8Array.from(raw);
  if (photometric.startsWith("YBR")) yCbCrToRgb(colours);
  return { values: colours, channels };
}

function losslessSamples(bytes: Buffer, dataSet: DataSet): Int32Array {
  const bits = dataSet.number("BitsAllocated") === 16 ? 16 : 8;
  try {
    const copy = Uint8Array.from(bytes);
    const decoded = new LosslessDecoder().decode(copy.buffer, 0, copy.length, bits / 8);
    return numbersOf(Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength), dataSet, bits, true);
  } catch (cause) {
    throw new SlideFileError("damaged", "This file is damaged: a part of its image cannot be decoded.", { cause });
  }
}

function everyThird(samples: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: samples.length / 3 }, (_, pixel) => samples[pixel * 3]!);
}

function sideBySide(planes: Buffer): Uint8Array {
  const pixels = Math.floor(planes.length / 3);
  return Uint8Array.from({ length: pixels * 3 }, (_, i) => planes[(i % 3) * pixels + Math.floor(i / 3)]!);
}

/** Bits above the stored ones are arbitrary; a sign is the highest stored bit. */
function numbersOf(bytes: Buffer, dataSet: DataSet, bits: number, isLittle: boolean): Int32Array {
  const stored = Math.min(bits, dataSet.number("BitsStored") ?? bits);
  const isSigned = dataSet.number("PixelRepresentation") === 1;
  const numbers = new Int32Array(Math.floor(bytes.length / (bits / 8)));
  const mask = 2 ** stored - 1;
  const sign = 2 ** (stored - 1);
  for (let i = 0; i < numbers.length; i++) {
    const word = bits === 8 ? bytes[i]! : isLittle ? bytes.readUInt16LE(i * 2) : bytes.readUInt16BE(i * 2);
    const value = word & mask;
    numbers[i] = isSigned && value >= sign ? value - 2 * sign : value;
  }
  return numbers;
}

function shownGreys(values: ArrayLike<number>, dataSet: DataSet, count: number): Uint8Array {
  const palette = dataSet.text("PhotometricInterpretation") === "PALETTE COLOR" ? paletteOf(dataSet) : null;
  if (palette) return Uint8Array.from({ length: count * 3 }, (_, i) => palette(values[Math.floor(i / 3)]!, i % 3));
  const slope = dataSet.number("RescaleSlope") ?? 1;
  const intercept = dataSet.number("RescaleIntercept") ?? 0;
  const { low, high } = windowOf(values, dataSet, slope, intercept);
  const isInverted =
    (dataSet.text("PhotometricInterpretation") === "MONOCHROME1") !==
    (dataSet.text("PresentationLUTShape") === "INVERSE");
  return Uint8Array.from({ length: count }, (_, i) => {
    const share = (values[i]! * slope + intercept - low) / (high - low);
    const grey = Math.round(255 * Math.min(1, Math.max(0, share)));
    return isInverted ? 255 - grey : grey;
  });
}

function windowOf(
  values: ArrayLike<number>,
  dataSet: DataSet,
  slope: number,
  intercept: number,
): { low: number; high: number } {
  const centre = dataSet.number("WindowCenter");
  const width = dataSet.number("WindowWidth");
  if (centre !== undefined && width !== undefined && width >= 1)
    return { low: centre - width / 2, high: centre + width / 2 };
  const sorted = Float64Array.from(values, (value) => value * slope + intercept).sort();
  const low = sorted[Math.floor(sorted.length * CLIPPED)] ?? 0;
  const high = sorted[Math.ceil(sorted.length * (1 - CLIPPED)) - 1] ?? 1;
  return { low, high: high > low ? high : low + 1 };
}

/** null: no plain palette. Source: DICOM PS3.3, C.7.6.3.1.5. */
function paletteOf(dataSet: DataSet): ((value: number, channel: number) => number) | null {
  const [entries = 0, first = 0, bits = 16] = dataSet.numbers("RedPaletteColorLookupTableDescriptor");
  const count = entries === 0 ? 2 ** 16 : entries;
  const tables = (["Red", "Green", "Blue"] as const).map(
    (colour) => dataSet.element(`${colour}PaletteColorLookupTableData`)?.bytes,
  );
  // 8-bit tables may be packed in pairs, or not.
  const size = tables[0] && tables[0].length >= count * 2 ? 2 : 1;
  if (tables.some((table) => table === undefined || table.length < count * size)) return null;
  return (value, channel) => {
    const at = Math.min(count - 1, Math.max(0, value - first));
    const table = tables[channel]!;
    if (size === 1) return table[at]!;
    const word = dataSet.isLittleEndian ? table.readUInt16LE(at * 2) : table.readUInt16BE(at * 2);
    return bits === 8 ? word & 0xff : word >> 8;
  };
}
