/**
 * Images without usable tiles, which are converted to a pyramid: plain JPEG, PNG, WebP and JPEG 2000, and TIFFs in
 * strips or of a type that browsers cannot show.
 */
import sharp from "sharp";
import { Jpeg2000File } from "../../codec/jpeg2000-file.ts";
import { physicalPixelSize } from "../../codec/physical-pixel-size.ts";
import type { ConvertiblePicture } from "../../opening/convertible-file.ts";
import type { OpenFile } from "../../opening/file-kind.ts";
import { assertConvertibleSize } from "../../opening/picture-limits.ts";
import { SlideFileError } from "../../slide-source.ts";
import { checkExpandable } from "./expand-picture.ts";
import { failOnOf } from "./tiff-strictness.ts";

/**
 * Images up to this size are fully decoded on arrival, so that damage is reported immediately. Larger ones would take
 * too much of the server's time and memory; the conversion, in a separate process, finds their damage.
 */
const MAX_CHECKED_PX = 25_000_000;

/** Size to which an image is reduced during the full decoding. */
const CHECKED_SIDE_PX = 64;

/** Rows of a TIFF that are decoded to check whether its compression is supported; the conversion reads the rest. */
const CHECKED_ROWS = 8;

type SharpMediaType = "image/jpeg" | "image/png" | "image/webp";

/** @throws SlideFileError if the headers are damaged, or the image is too large. */
export async function readPlainImage(path: string, mediaType: SharpMediaType): Promise<ConvertiblePicture> {
  const { width, height, orientation } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw damagedPicture(cause);
    });
  assertConvertibleSize(width, height);
  return {
    kind: "convertible",
    by: "picture",
    mediaType,
    width,
    height,
    orientation: orientation ?? 1,
    page: 0,
    pixelSizeUm: null,
  };
}

export function openPlainImage(mediaType: SharpMediaType): OpenFile {
  return ({ path }) => readPlainImage(path, mediaType);
}

/** A JP2 file or a raw codestream. */
export const openJpeg2000: OpenFile = async ({ file }) => {
  const { header, boxes } = await Jpeg2000File.open(file);
  const { width, height } = header;
  assertConvertibleSize(width, height);
  return {
    kind: "convertible",
    by: "picture",
    mediaType: "image/jp2",
    width,
    height,
    orientation: 1,
    page: 0,
    pixelSizeUm: physicalPixelSize(boxes.pixelsPerMm),
  };
};

/**
 * Decodes JPEG, PNG and WebP completely (unless large), the first rows of a TIFF, or the first tile of JPEG 2000.
 *
 * @throws SlideFileError `damaged` if decoding fails.
 */
export async function checkConvertible(path: string, picture: ConvertiblePicture): Promise<void> {
  const { width, height, page, mediaType } = picture;
  if (mediaType === "image/jp2" || mediaType === "image/tiff") {
    if (await checkExpandable(path, page)) return;
  }
  try {
    if (mediaType === "image/tiff") {
      const failOn = await failOnOf(path, page);
      await sharp(path, { page, failOn, limitInputPixels: false, sequentialRead: true })
        .extract({ left: 0, top: 0, width, height: Math.min(CHECKED_ROWS, height) })
        .raw()
        .toBuffer();
    } else if (width * height <= MAX_CHECKED_PX) {
      await sharp(path, { failOn: "error", limitInputPixels: MAX_CHECKED_PX, sequentialRead: true })
        .resize(CHECKED_SIDE_PX, CHECKED_SIDE_PX, { fit: "inside" })
        .raw()
        .toBuffer();
    }
  } catch (cause) {
    throw damagedPicture(cause);
  }
}

function damagedPicture(cause: unknown): SlideFileError {
  return new SlideFileError("damaged", "This image is damaged or incomplete: it cannot be decoded.", { cause });
}
