/**
 * Storage types of tiles and strips by TIFF compression, which determine how one is shown.
 *
 * Source: TIFF Technical Note 2 (JPEG); OpenSlide, "Aperio format" (33003, 33005); 33004 as libvips 8.14 writes it
 * (measured: always luma and chroma, regardless of the photometric tag and the codestream); libtiff for WebP.
 */
import type { StoredColours } from "../codec/decode-samples.ts";
import { COMPRESSION, PHOTOMETRIC } from "./tiff-fields.ts";
import { canUnpack } from "./unpack-samples.ts";

export type SegmentKind =
  /** Sent unchanged, with shared tables in front. */
  | "jpeg"
  /** Sent unchanged. */
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

/** @returns null if nothing here can read it. */
export function segmentKindOf(compression: number): SegmentKind | null {
  return KINDS[compression] ?? (canUnpack(compression) ? "packed" : null);
}

/** Whether an image's tiles are decoded and re-encoded before they are sent. */
export function isRecoded(compression: number): boolean {
  const kind = segmentKindOf(compression);
  return kind === "jpeg2000" || kind === "packed";
}

/**
 * Some writers declare the colours of JPEG 2000 by the compression, regardless of the photometric tag; others by that
 * tag.
 */
export function jpeg2000ColoursOf(compression: number, photometric: number): StoredColours {
  if (compression === COMPRESSION.aperioJpeg2000Rgb) return "rgb";
  if (YCBCR_COMPRESSIONS.includes(compression)) return "yCbCr";
  return photometric === PHOTOMETRIC.yCbCr ? "yCbCr" : "rgb";
}
