/**
 * Pictures without usable tiles, which are turned into a pyramid once: plain JPEG and PNG, TIFF in strips or of a
 * kind that no browser shows.
 */
import sharp from "sharp";
import type { OpenFile } from "../opened-slide.ts";
import { type PixelSizeUm, SlideFileError } from "../slide-source.ts";
import { MOST_PX_A_SIDE } from "./decode-plain-image.ts";

export interface ConvertiblePicture {
  readonly kind: "convertible";
  readonly by: "picture";
  readonly mediaType: "image/jpeg" | "image/png" | "image/tiff";
  /** As stored, before its orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** EXIF or TIFF orientation, 1 to 8. */
  readonly orientation: number;
  /** Which picture of the file it is, counted from 0 as libvips does; 0 where there is but one. */
  readonly page: number;
  /** null: the file does not say. */
  readonly pixelSizeUm: PixelSizeUm | null;
}

/**
 * Smaller pictures are decoded to the end when they arrive, so that damage is told at once; larger ones would take
 * the server's time and memory, and their damage is found by the conversion, in a process of its own.
 */
const MAX_CHECKED_PX = 25_000_000;

/** Side to which a picture is reduced while it is decoded to the end. */
const CHECKED_SIDE_PX = 64;

/** Rows of a TIFF that are decoded to learn whether its compression is known; the conversion reads the rest. */
const CHECKED_ROWS = 8;

/** @throws SlideFileError if the headers are damaged, or the picture is too large. */
export async function readPlainImage(path: string, mediaType: "image/jpeg" | "image/png"): Promise<ConvertiblePicture> {
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

export function openPlainImage(mediaType: "image/jpeg" | "image/png"): OpenFile {
  return ({ path }) => readPlainImage(path, mediaType);
}

/**
 * Decodes the picture (a JPEG or PNG whole unless it is large, a TIFF its first rows).
 *
 * @throws SlideFileError `damaged` if that fails.
 */
export async function checkConvertible(path: string, picture: ConvertiblePicture): Promise<void> {
  const { width, height, page, mediaType } = picture;
  try {
    if (mediaType === "image/tiff") {
      await sharp(path, { page, failOn: "error", limitInputPixels: false, sequentialRead: true })
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

/** @throws SlideFileError `tooLarge` if the conversion would refuse it. */
export function assertConvertibleSize(width: number, height: number): void {
  if (Math.max(width, height) <= MOST_PX_A_SIDE) return;
  throw new SlideFileError(
    "tooLarge",
    `This picture has ${width} x ${height} pixels. A plain picture may have up to ${MOST_PX_A_SIDE} a side; save it as a tiled, pyramidal TIFF.`,
  );
}

function damagedPicture(cause: unknown): SlideFileError {
  return new SlideFileError("damaged", "This picture is damaged or incomplete: it cannot be decoded.", { cause });
}
