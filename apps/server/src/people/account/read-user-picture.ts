/** A person's picture as it was sent: its bytes decide what it is, and only what was encoded anew is kept (threat T-21). */
import { USER_PICTURE_MAX_PIXELS, USER_PICTURE_SIDE_PX } from "@parfocal/core/account/user-picture-limits.ts";
import { AppError } from "@parfocal/core/errors.ts";
import sharp from "sharp";
import { createLimiter } from "#platform/limiter.ts";

const WEBP_QUALITY = 82;
/** Pictures decoded at once: tiles go first. */
const PICTURES_AT_ONCE = 2;
const MAX_WAITING = 100;
const limiter = createLimiter(PICTURES_AT_ONCE, MAX_WAITING);

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

const rejected = (message: string, cause?: unknown) =>
  new AppError("invalid", message, { codes: ["dataUrl"], ...(cause === undefined ? {} : { cause }) });

function isPicture(bytes: Buffer): boolean {
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp || ["89504e470d0a1a0a", "ffd8ff"].some((start) => bytes.toString("hex", 0, start.length / 2) === start);
}

/**
 * @returns a WebP of 256 × 256 px, the middle of the picture, without metadata.
 * @throws AppError `invalid` if it is no PNG, JPEG or WebP, is damaged, or has more than four million pixels.
 */
export async function readUserPicture(dataUrl: string): Promise<Buffer> {
  const bytes = Buffer.from(DATA_URL.exec(dataUrl)?.[1] ?? "", "base64");
  if (!isPicture(bytes)) throw rejected("The image must be a PNG, JPEG or WebP data URL.");
  return limiter.run(async () => {
    try {
      return await sharp(bytes, { limitInputPixels: USER_PICTURE_MAX_PIXELS, failOn: "error" })
        .rotate()
        .resize(USER_PICTURE_SIDE_PX, USER_PICTURE_SIDE_PX, { fit: "cover" })
        .flatten({ background: "#ffffff" })
        .webp({ quality: WEBP_QUALITY })
        .toBuffer();
    } catch (error) {
      throw rejected("The image cannot be read, or it has more than 4 megapixels.", error);
    }
  });
}
