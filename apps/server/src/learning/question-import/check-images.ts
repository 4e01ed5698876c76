/**
 * Checks the images of imported questions like uploads to the media library: by their bytes, decoded, and limited in
 * number, bytes and pixels (threat T-21).
 */
import { createHash } from "node:crypto";
import { isShownInline, MEDIA_TYPE_HEAD_BYTES, mediaTypeOf } from "@parfocal/core/attachment/media-types.ts";
import { isAcceptedType, libraryTypesOf } from "@parfocal/core/media/accepted-types.ts";
import { MEDIA_MAX_BYTES, MEDIA_MAX_PIXELS } from "@parfocal/core/media/media-limits.ts";
import {
  IMPORT_IMAGES_MAX_BYTES,
  IMPORT_IMAGES_MAX_PIXELS,
  IMPORT_MAX_IMAGES,
} from "@parfocal/core/question-import/import-limits.ts";
import type { ImageProblem } from "@parfocal/core/question-import/source-images.ts";
import type { SourceImage } from "@parfocal/core/question-import/source-question.ts";
import sharp from "sharp";
import { drawSmallPicture, hasSmallPicture } from "#media/small-picture.ts";

const TYPES = libraryTypesOf(["image/*"]);

export interface CheckedImage {
  readonly name: string;
  readonly mediaType: string;
  readonly contents: Buffer;
  readonly sha256: string;
  /** WebP; null: the image is used as its own thumbnail. */
  readonly small: Buffer | null;
  /** Pixels; null as above. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Reads a file of a package up to this size. */
export type ReadPackaged = (path: string, maxBytes: number) => Promise<Buffer | "missing" | "tooLarge">;

export interface ImageCheck {
  /** The valid images, each once. */
  readonly images: readonly CheckedImage[];
  check(image: SourceImage): Promise<CheckedImage | ImageProblem>;
}

/** For one import, since the limits apply to all its images together. */
export function startImageCheck(readPackaged: ReadPackaged = async () => "missing"): ImageCheck {
  const images: CheckedImage[] = [];
  /** By their names in the file, and by their bytes. */
  const known = new Map<string, CheckedImage | ImageProblem>();
  const left = { images: IMPORT_MAX_IMAGES, bytes: IMPORT_IMAGES_MAX_BYTES, pixels: IMPORT_IMAGES_MAX_PIXELS };

  async function read(image: SourceImage): Promise<Buffer | ImageProblem> {
    const maxBytes = Math.min(left.bytes, MEDIA_MAX_BYTES);
    const contents = "path" in image ? await readPackaged(image.path, maxBytes) : Buffer.from(image.base64, "base64");
    if (typeof contents === "string") return contents;
    return contents.length > maxBytes ? "tooLarge" : contents;
  }

  async function checkNew(name: string, contents: Buffer, sha256: string): Promise<CheckedImage | ImageProblem> {
    left.images -= 1;
    left.bytes -= contents.length;
    const mediaType = mediaTypeOf(contents.subarray(0, MEDIA_TYPE_HEAD_BYTES));
    if (!isShownInline(mediaType) || !isAcceptedType(mediaType, TYPES)) return "type";
    const facts = { name, mediaType, contents, sha256 };
    if (!hasSmallPicture({ mediaType, bytes: contents.length })) return { ...facts, small: null, size: null };
    const pixels = await pixelsOf(contents);
    if (pixels === null) return "unreadable";
    if (pixels > Math.min(MEDIA_MAX_PIXELS, left.pixels)) return "tooLarge";
    left.pixels -= pixels;
    const drawn = await drawSmallPicture(() => contents);
    return drawn ? { ...facts, ...drawn } : "unreadable";
  }

  return {
    images,
    async check(image) {
      const named = "path" in image ? `path:${image.path}` : null;
      const before = named === null ? undefined : known.get(named);
      if (before !== undefined) return before;
      if (left.images === 0) return "tooMany";
      const contents = await read(image);
      if (typeof contents === "string") return contents;
      const sha256 = createHash("sha256").update(contents).digest("hex");
      const same = known.get(sha256);
      const checked = same ?? (await checkNew(image.name, contents, sha256));
      known.set(sha256, checked);
      if (named !== null) known.set(named, checked);
      if (same === undefined && typeof checked !== "string") images.push(checked);
      return checked;
    },
  };
}

/** According to the image header; null: the header cannot be read. */
async function pixelsOf(contents: Buffer): Promise<number | null> {
  try {
    const { width, height } = await sharp(contents, { limitInputPixels: false }).metadata();
    return width * height;
  } catch {
    return null;
  }
}
