import { USER_PICTURE_MAX_PIXELS, USER_PICTURE_SIDE_PX } from "@parfocal/core/account/user-picture-limits.ts";
import { readImageDataUrl } from "#platform/files/read-image-data-url.ts";

const WEBP_QUALITY = 82;

/**
 * @returns a WebP of 256 × 256 px, cropped to the centre, without metadata.
 * @throws AppError `invalid` if it is not a PNG, JPEG or WebP image, is damaged, or has more than four million pixels.
 */
export async function readUserPicture(dataUrl: string): Promise<Buffer> {
  const { data } = await readImageDataUrl(dataUrl, USER_PICTURE_MAX_PIXELS, (image) =>
    image
      .resize(USER_PICTURE_SIDE_PX, USER_PICTURE_SIDE_PX, { fit: "cover" })
      .flatten({ background: "#ffffff" })
      .webp({ quality: WEBP_QUALITY }),
  );
  return data;
}
