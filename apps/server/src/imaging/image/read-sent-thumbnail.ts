/**
 * A thumbnail sent by an editor: its format is determined from its bytes, and only the decoded and re-encoded image is
 * stored (threat T-21).
 */

import { mediaTypeOf } from "@parfocal/core/attachment/media-types.ts";
import { THUMBNAIL_MAX_PIXELS } from "@parfocal/core/image/thumbnail-limits.ts";
import sharp from "sharp";
import { invalidDataUrl } from "#platform/files/read-image-data-url.ts";

/** As for all thumbnails. */
const LONGER_SIDE_PX = 512;
const JPEG_QUALITY = 88;
const DATA_URL = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const MEDIA_TYPES: readonly string[] = ["image/png", "image/jpeg"];

/**
 * @returns a JPEG, longer side 512 px at most.
 * @throws AppError `invalid` if it is not a PNG or JPEG, is damaged, or has more than four million pixels.
 */
export async function readSentThumbnail(dataUrl: string): Promise<Buffer> {
  const base64 = DATA_URL.exec(dataUrl)?.[1];
  const bytes = Buffer.from(base64 ?? "", "base64");
  if (!MEDIA_TYPES.includes(mediaTypeOf(bytes))) throw invalidDataUrl("The thumbnail must be a PNG or JPEG data URL.");
  const picture = sharp(bytes, { limitInputPixels: THUMBNAIL_MAX_PIXELS, failOn: "error" });
  try {
    return await picture
      .rotate()
      .resize(LONGER_SIDE_PX, LONGER_SIDE_PX, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer();
  } catch (error) {
    throw invalidDataUrl("The image cannot be read, or it has more than 4 megapixels.", error);
  }
}
