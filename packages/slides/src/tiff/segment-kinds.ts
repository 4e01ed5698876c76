/**
 * The ways in which tiles and strips are stored, by TIFF compression: what is done to show one.
 *
 * Source: TIFF Technical Note 2 (JPEG); OpenSlide, "Aperio format" (33003, 33005); 33004 as libvips 8.14 writes it
 * (measured: always luma and chroma, whatever the photometric tag and the codestream say); libtiff for WebP.
 */
import type { StoredColours } from "../codec/decode-samples.ts";
import { COMPRESSION, PHOTOMETRIC } from "./tiff-fields.ts";
import { canUnpack } from "./unpack-samples.ts";

export type SegmentKind =
  /** Sent as it is, with shared tables in front. */
  | "jpeg"
  /** Sent as it is. */
  | "webp"
  /** Decoded in a worker, sent as JPEG. */
  | "jpeg2000"
  /** Unpacked without loss, sent as PNG. */
  | "packed";

const KINDS: Readonly<Record<number, SegmentKind>> = {
  [COMPRESSION.jpeg]: "jpeg",
  [COMPRESSION.webp]: "webp",
  [COMPRESSION.aperioJpeg2000YCbCr]: "jpeg2000",
  [COMPRESSION.vipsJpeg2000]: "jpeg2000",
  [COMPRESSION.aperioJpeg2000Rgb]: "jpeg2000",
  [COMPRESSION.jpeg2000]: "jpeg2000",
};

const YCBCR_COMPRESSIONS: readonly number[] = [COMPRESSION.aperioJpeg2000YCbCr, COMPRESSION.vipsJpeg2000];

/** @returns null: nothing here reads it. */
export function segmentKindOf(compression: number): SegmentKind | null {
  return KINDS[compression] ?? (canUnpack(compression) ? "packed" : null);
}

/** Are a picture's tiles decoded and re-encoded to be sent? */
export function isRecoded(compression: number): boolean {
  const kind = segmentKindOf(compression);
  return kind === "jpeg2000" || kind === "packed";
}

/** Some say by the compression what JPEG 2000 holds, whatever the photometric tag says; others say it by that tag. */
export function jpeg2000ColoursOf(compression: number, photometric: number): StoredColours {
  if (compression === COMPRESSION.aperioJpeg2000Rgb) return "rgb";
  if (YCBCR_COMPRESSIONS.includes(compression)) return "yCbCr";
  return photometric === PHOTOMETRIC.yCbCr ? "yCbCr" : "rgb";
}
