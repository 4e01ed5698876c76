/**
 * TIFF pictures that cannot be served as they are: in strips, mirrored, of 16 bits, and so on.
 */
import { assertConvertibleSize, type ConvertiblePicture } from "../plain-image/convertible-picture.ts";
import { SlideFileError } from "../slide-source.ts";
import { COMPRESSION } from "./tiff-fields.ts";
import { pixelSizeOf } from "./tiff-layout.ts";
import type { TiffPage } from "./tiff-page.ts";

/** Compressions that nothing here can decode, by the name that people know. */
const UNKNOWN_COMPRESSIONS: Readonly<Record<number, string>> = {
  [COMPRESSION.aperioJpeg2000YCbCr]: "JPEG 2000",
  [COMPRESSION.aperioJpeg2000Rgb]: "JPEG 2000",
  [COMPRESSION.jpeg2000]: "JPEG 2000",
};

/**
 * @param page number of the picture in the file's chain, from 0.
 * @throws SlideFileError `unsupported` for a compression that nothing here can decode, `tooLarge`.
 */
export function convertibleTiff(base: TiffPage, page: number): ConvertiblePicture {
  const unknown = UNKNOWN_COMPRESSIONS[base.compression];
  if (unknown !== undefined) {
    throw new SlideFileError(
      "unsupported",
      `This file's picture is compressed with ${unknown}, which Parfocal cannot read yet.`,
    );
  }
  const { width, height, orientation } = base;
  assertConvertibleSize(width, height);
  const pixelSizeUm = pixelSizeOf(base);
  return { kind: "convertible", by: "picture", mediaType: "image/tiff", width, height, orientation, page, pixelSizeUm };
}
