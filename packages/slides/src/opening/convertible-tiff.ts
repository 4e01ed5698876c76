/** TIFF images whose tiles cannot be served unchanged: in strips, mirrored, with 16 bits, and so on. */

import { SlideFileError } from "../slide-source.ts";
import { segmentKindOf } from "../tiff/segment-kinds.ts";
import { pixelSizeOf } from "../tiff/tiff-layout.ts";
import type { TiffPage } from "../tiff/tiff-page.ts";
import type { ConvertiblePicture } from "./convertible-file.ts";
import { assertConvertibleSize } from "./picture-limits.ts";

/** Compressions that nothing here can decode, by their common names. Source: libtiff, tiff.h. */
const UNKNOWN_COMPRESSIONS: Readonly<Record<number, string>> = {
  6: "JPEG of the old style (compression 6)",
  33007: "Aperio's own JPEG variant (compression 33007)",
  34661: "JBIG",
  34887: "LERC",
  34925: "LZMA",
  50002: "JPEG XL",
  52546: "JPEG XL",
};

/**
 * Compressions decoded by the libtiff that sharp contains; it decodes others to black tiles. Source: libtiff, tiff.h
 * and tif_codec.c.
 */
const DECODED_BY_LIBTIFF: readonly number[] = [
  // Fax: modified Huffman, groups 3 and 4, word-aligned.
  2, 3, 4, 32_771,
  // NeXT, ThunderScan, SGI LogLuv.
  32_766, 32_809, 34_676, 34_677,
];

/**
 * @param page index of the image in the file's chain, from 0.
 * @throws SlideFileError `unsupported` for a compression that nothing here can decode, `tooLarge`.
 */
export function convertibleTiff(base: TiffPage, page: number): ConvertiblePicture {
  const { compression } = base;
  const isRead = segmentKindOf(compression) !== null || DECODED_BY_LIBTIFF.includes(compression);
  if (!isRead) {
    const unknown = UNKNOWN_COMPRESSIONS[compression] ?? `compression ${compression}`;
    throw new SlideFileError(
      "unsupported",
      `This image is compressed with ${unknown}, which Parfocal cannot read. Save it with another compression.`,
    );
  }
  const { width, height, orientation } = base;
  assertConvertibleSize(width, height);
  const pixelSizeUm = pixelSizeOf(base);
  return { kind: "convertible", by: "picture", mediaType: "image/tiff", width, height, orientation, page, pixelSizeUm };
}
