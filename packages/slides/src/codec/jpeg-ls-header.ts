/**
 * Reads the frame of a JPEG-LS stream, checked before decoding.
 *
 * Source: ITU-T T.87 (JPEG-LS), annex C: the markers of T.81, with its own frame marker, SOF55.
 */
import { SlideFileError } from "../slide-source.ts";

export interface JpegLsHeader {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  /** 2 to 16. */
  readonly bits: number;
}

const FRAME_MARKER = 0xf7;
const MAX_MARKERS = 1000;

/** @throws SlideFileError `damaged`, or `unsupported` for a number of channels that images do not have. */
export function readJpegLsHeader(bytes: Buffer): JpegLsHeader {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) throw damagedJpegLs();
  let at = 2;
  for (let count = 0; count < MAX_MARKERS && at + 4 <= bytes.length && bytes[at] === 0xff; count++) {
    const length = bytes.readUInt16BE(at + 2);
    if (bytes[at + 1] === FRAME_MARKER && length >= 8 && at + 10 <= bytes.length) return readFrame(bytes, at + 4);
    if (length < 2) break;
    at += 2 + length;
  }
  throw damagedJpegLs();
}

function readFrame(bytes: Buffer, at: number): JpegLsHeader {
  const [bits, height, width] = [bytes[at]!, bytes.readUInt16BE(at + 1), bytes.readUInt16BE(at + 3)];
  const channels = bytes[at + 5]!;
  if (width === 0 || height === 0 || bits < 2 || bits > 16) throw damagedJpegLs();
  if (channels !== 1 && channels !== 3 && channels !== 4) {
    throw new SlideFileError("unsupported", `Parfocal cannot show JPEG-LS of ${channels} components.`);
  }
  return { width, height, channels, bits };
}

export function damagedJpegLs(cause?: unknown): SlideFileError {
  const message = "This file is damaged: a part of its image is not valid JPEG-LS.";
  return new SlideFileError("damaged", message, { cause });
}
