/** Detects the type and size of a tile from its bytes, independent of its file name. */
import sharp from "sharp";
import { type EncodedImage, SlideFileError } from "../../slide-source.ts";
import { type PlainImageFormat, plainImageFormatOf } from "../plain-image/plain-image-format.ts";

const MEDIA_TYPES: Readonly<Partial<Record<PlainImageFormat, EncodedImage["mediaType"]>>> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
};

/** @throws SlideFileError `damaged` if browsers cannot show it. */
export function mediaTypeOf(bytes: Buffer): EncodedImage["mediaType"] {
  const format = plainImageFormatOf(bytes);
  const mediaType = format === null ? undefined : MEDIA_TYPES[format];
  if (mediaType) return mediaType;
  throw new SlideFileError("damaged", "This set of tiles is damaged: a tile in it is neither JPEG, PNG nor WebP.");
}

/** @returns null if it cannot be determined. */
export async function pictureSizeOf(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  return sharp(bytes)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => null,
    );
}

/** A white tile for a missing one. */
export async function whiteTile(size: { readonly width: number; readonly height: number }): Promise<EncodedImage> {
  const bytes = await sharp({ create: { ...size, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  return { bytes, mediaType: "image/png" };
}
