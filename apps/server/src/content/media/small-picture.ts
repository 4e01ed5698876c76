/** Thumbnail of a file: created on upload, and again if it is lost. Only re-encoded images are shown (threat T-21). */
import { MEDIA_MAX_BYTES, MEDIA_MAX_PIXELS, MEDIA_THUMBNAIL_PX } from "@parfocal/core/media/media-limits.ts";
import sharp from "sharp";
import type { FileStore } from "#platform/files/file-store.ts";
import { createLimiter } from "#platform/limiter.ts";

const WEBP_QUALITY = 82;
/** Images decoded concurrently: tiles have priority. */
const PICTURES_AT_ONCE = 2;
const MAX_WAITING = 200;
const limiter = createLimiter(PICTURES_AT_ONCE, MAX_WAITING);

const DECODED_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);

/** Whether a thumbnail is created for the file. */
export const hasSmallPicture = ({ mediaType, bytes }: { mediaType: string; bytes: number }): boolean =>
  DECODED_TYPES.has(mediaType) && bytes <= MEDIA_MAX_BYTES;

export const smallPictureName = (name: string): string => `${name}.small`;

interface PictureSize {
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
}

/**
 * Writes the thumbnail beside the file, durably.
 *
 * @param name of the file in the store.
 * @returns the size of the file's image; null if it is missing, cannot be read, or has more than 64 million pixels.
 */
export async function makeSmallPicture(files: FileStore, name: string): Promise<PictureSize | null> {
  const drawn = await drawSmallPicture(async () => (await files.readWhole(name)) ?? Buffer.alloc(0));
  if (drawn) await files.write(smallPictureName(name), drawn.small);
  return drawn === null ? null : drawn.size;
}

/**
 * @param read returns the bytes of the file; called when its turn in the queue comes.
 * @returns null if it cannot be read, or has more than 64 million pixels.
 */
export function drawSmallPicture(
  read: () => Buffer | Promise<Buffer>,
): Promise<{ readonly size: PictureSize; readonly small: Buffer } | null> {
  return limiter.run(async () => {
    const bytes = await read();
    try {
      const picture = sharp(bytes, { limitInputPixels: MEDIA_MAX_PIXELS, failOn: "error", sequentialRead: true });
      const { autoOrient } = await picture.metadata();
      const small = await picture
        .rotate()
        .resize(MEDIA_THUMBNAIL_PX, MEDIA_THUMBNAIL_PX, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: WEBP_QUALITY })
        .toBuffer();
      return { size: { width: autoOrient.width, height: autoOrient.height }, small };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      return null;
    }
  });
}
