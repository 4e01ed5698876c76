/** Small images as sent: the type is detected from the bytes, and only the re-encoded image is stored (threat T-21). */
import { mediaTypeOf } from "@parfocal/core/attachment/media-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import sharp, { type OutputInfo, type Sharp } from "sharp";
import { createLimiter } from "#platform/limiter.ts";

/** Images decoded at the same time; tiles have priority. */
const IMAGES_AT_ONCE = 2;
const MAX_WAITING = 100;
const limiter = createLimiter(IMAGES_AT_ONCE, MAX_WAITING);

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;
const MEDIA_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/webp"];
const PIXELS_A_MEGAPIXEL = 1_000_000;

/** @param cause error of the decoder; omitted: none. */
export const invalidDataUrl = (message: string, cause?: unknown): AppError =>
  new AppError("invalid", message, { codes: ["dataUrl"], ...(cause === undefined ? {} : { cause }) });

/**
 * @param encode encodes the upright image, without metadata.
 * @throws AppError `invalid` if it is not a PNG, JPEG or WebP image, is damaged, or has more pixels than `maxPixels`.
 */
export async function readImageDataUrl(
  dataUrl: string,
  maxPixels: number,
  encode: (image: Sharp) => Sharp,
): Promise<{ readonly data: Buffer; readonly info: OutputInfo }> {
  const bytes = Buffer.from(DATA_URL.exec(dataUrl)?.[1] ?? "", "base64");
  if (!MEDIA_TYPES.includes(mediaTypeOf(bytes)))
    throw invalidDataUrl("The image must be a PNG, JPEG or WebP data URL.");
  return limiter.run(async () => {
    try {
      const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" }).rotate();
      return await encode(image).toBuffer({ resolveWithObject: true });
    } catch (error) {
      const megapixels = maxPixels / PIXELS_A_MEGAPIXEL;
      throw invalidDataUrl(`The image cannot be read, or it has more than ${megapixels} megapixels.`, error);
    }
  });
}
