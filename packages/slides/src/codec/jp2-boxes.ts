/**
 * The boxes of a JP2 file around its codestream: position of the codestream and meaning of the colours.
 *
 * Source: ITU-T T.800 (JPEG 2000 part 1), annex I.
 */
import { SlideFileError } from "../slide-source.ts";

export interface Jp2Boxes {
  /** Start of the codestream, in bytes from the start. */
  readonly codestreamStart: number;
  /** Position of the height, which the width follows, in the image header box; null: there is none. */
  readonly sizeStart: number | null;
  /** Number of colour channels of the palette that the samples refer to; 0: the samples are colours themselves. */
  readonly paletteChannels: number;
  /** EnumCS of the colour specification: 16 sRGB, 17 grey, 18 sYCC, 12 CMYK; null: a profile, or missing. */
  readonly enumeratedColours: number | null;
  readonly iccProfile: Uint8Array | null;
  /** From a resolution box; 0: unknown. */
  readonly pixelsPerMm: { readonly x: number; readonly y: number };
}

export const JP2_SIGNATURE = [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a] as const;
/** Start of codestream, and the SIZ marker that must follow. */
export const CODESTREAM_SIGNATURE = [0xff, 0x4f, 0xff, 0x51] as const;

const MAX_BOXES = 1000;
const SUPER_BOXES: ReadonlySet<string> = new Set(["jp2h", "res "]);
const MM_PER_M = 1000;

interface Found {
  codestreamStart: number;
  sizeStart: number | null;
  paletteChannels: number;
  enumeratedColours: number | null;
  iccProfile: Uint8Array | null;
  pixelsPerMm: { x: number; y: number };
}

/** Readers of box contents, by box type. */
const BOX_READERS: Readonly<Record<string, (box: Buffer, found: Found, start: number) => void>> = {
  ihdr: (box, found, start) => {
    if (box.length >= 8) found.sizeStart = start;
  },
  pclr: (box, found) => {
    if (box.length >= 3) found.paletteChannels = box[2]!;
  },
  colr: (box, found) => {
    // If there are several, the first one applies (I.5.3.3).
    if (box.length < 3 || found.enumeratedColours !== null || found.iccProfile !== null) return;
    if (box[0] === 1 && box.length >= 7) found.enumeratedColours = box.readUInt32BE(3);
    else if (box[0] === 2) found.iccProfile = Uint8Array.from(box.subarray(3));
  },
  // Capture resolution: rows before columns, each a fraction and a power of ten, per metre.
  resc: (box, found) => {
    if (box.length < 10) return;
    const perMm = (at: number, exponentAt: number) => {
      const divisor = box.readUInt16BE(at + 2);
      return divisor === 0 ? 0 : ((box.readUInt16BE(at) / divisor) * 10 ** box.readInt8(exponentAt)) / MM_PER_M;
    };
    found.pixelsPerMm = { x: perMm(4, 9), y: perMm(0, 8) };
  },
};

/** Whether this is a JP2 file, or a bare codestream. */
export function isJpeg2000(start: Uint8Array): boolean {
  return startsWith(start, JP2_SIGNATURE) || startsWith(start, CODESTREAM_SIGNATURE);
}

/**
 * @param bytes a JP2 file or a bare codestream, from its start to the codestream's first tile.
 * @throws SlideFileError `damaged` if there is no codestream.
 */
export function readJp2Boxes(bytes: Buffer): Jp2Boxes {
  const found: Found = {
    codestreamStart: -1,
    sizeStart: null,
    paletteChannels: 0,
    enumeratedColours: null,
    iccProfile: null,
    pixelsPerMm: { x: 0, y: 0 },
  };
  if (startsWith(bytes, CODESTREAM_SIGNATURE)) found.codestreamStart = 0;
  else if (startsWith(bytes, JP2_SIGNATURE)) visitBoxes(bytes, found);
  if (found.codestreamStart < 0) throw damagedJpeg2000();
  return found;
}

function visitBoxes(bytes: Buffer, found: Found): void {
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at + 8 <= bytes.length; count++) {
    const shortLength = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const isLong = shortLength === 1 && at + 16 <= bytes.length;
    const headerBytes = isLong ? 16 : 8;
    if (type === "jp2c") {
      found.codestreamStart = at + headerBytes;
      return;
    }
    if (SUPER_BOXES.has(type)) {
      // The boxes inside it follow as if they were at the top level.
      at += headerBytes;
      continue;
    }
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : shortLength;
    if (length < headerBytes) return;
    BOX_READERS[type]?.(bytes.subarray(at + headerBytes, at + length), found, at + headerBytes);
    at += length;
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

export function damagedJpeg2000(cause?: unknown): SlideFileError {
  const message = "This file is damaged: a part of its image is not valid JPEG 2000.";
  return new SlideFileError("damaged", message, { cause });
}
