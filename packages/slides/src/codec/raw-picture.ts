/** Images as plain 8-bit samples: decoding, encoding, cropping, conversion to RGB. */
import sharp from "sharp";
import { type EncodedImage, SlideFileError } from "../slide-source.ts";

/** Rows from the top, pixels from the left, samples interleaved. */
export interface RawPicture {
  readonly width: number;
  readonly height: number;
  /** 1: grey; 3: red, green, blue. */
  readonly channels: 1 | 3;
  readonly samples: Buffer;
}

/** Pixel limit passed to the decoders; a tile is far smaller. */
const MAX_DECODED_PX = 100_000_000;

/**
 * Decodes a JPEG or PNG to red, green and blue. No colour profile is applied: the values are the file's.
 *
 * @throws SlideFileError `damaged` if the decoder finds an error in the bytes.
 */
export async function decodePicture(bytes: Uint8Array): Promise<RawPicture> {
  try {
    const { data, info } = await sharp(bytes, { failOn: "error", limitInputPixels: MAX_DECODED_PX, ignoreIcc: true })
      .removeAlpha()
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, channels: 3, samples: data };
  } catch (cause) {
    throw new SlideFileError("damaged", "This file is damaged: a part of its image cannot be decoded.", { cause });
  }
}

/** The upper left part of an image. */
export function cropPicture(picture: RawPicture, width: number, height: number): RawPicture {
  if (picture.width === width && picture.height === height) return picture;
  if (picture.width === width) {
    return { ...picture, height, samples: picture.samples.subarray(0, width * height * picture.channels) };
  }
  const samples = Buffer.allocUnsafeSlow(width * height * picture.channels);
  copyPicture({ ...picture }, { width, height, channels: picture.channels, samples }, 0, 0);
  return { width, height, channels: picture.channels, samples };
}

/** Crops a part, which must be inside the image. */
export function cutPicture(
  picture: RawPicture,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): RawPicture {
  if (left === 0) {
    const below = picture.samples.subarray(top * picture.width * picture.channels);
    return cropPicture({ ...picture, height: picture.height - top, samples: below }, width, height);
  }
  const bytesPerRow = width * picture.channels;
  const samples = Buffer.allocUnsafeSlow(bytesPerRow * height);
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * picture.width + left) * picture.channels;
    picture.samples.copy(samples, row * bytesPerRow, from, from + bytesPerRow);
  }
  return { width, height, channels: picture.channels, samples };
}

/** Copies `from` to position (x, y) of `to`. What does not fit is omitted; grey becomes RGB if `to` is RGB. */
export function copyPicture(from: RawPicture, to: RawPicture, x: number, y: number): void {
  const columns = Math.min(from.width, to.width - x);
  const rows = Math.min(from.height, to.height - y);
  for (let row = 0; row < rows; row++) {
    const source = row * from.width * from.channels;
    const target = ((y + row) * to.width + x) * to.channels;
    if (from.channels === to.channels) {
      from.samples.copy(to.samples, target, source, source + columns * from.channels);
    } else {
      for (let i = 0; i < columns; i++) {
        for (let channel = 0; channel < to.channels; channel++) {
          to.samples[target + i * to.channels + channel] = from.samples[source + i * from.channels]!;
        }
      }
    }
  }
}

export async function encodePng({ samples, width, height, channels }: RawPicture): Promise<EncodedImage> {
  const bytes = await sharp(samples, { raw: { width, height, channels } })
    .toColourspace(channels === 1 ? "b-w" : "srgb")
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { bytes, mediaType: "image/png" };
}

/** @param quality 1 to 100; chroma is stored at full size. */
export async function encodeJpeg(
  { samples, width, height, channels }: RawPicture,
  quality: number,
): Promise<EncodedImage> {
  const bytes = await sharp(samples, { raw: { width, height, channels } })
    .toColourspace(channels === 1 ? "b-w" : "srgb")
    .jpeg({ quality, chromaSubsampling: "4:4:4" })
    .toBuffer();
  return { bytes, mediaType: "image/jpeg" };
}

export function whitePicture(width: number, height: number): RawPicture {
  return { width, height, channels: 3, samples: Buffer.alloc(width * height * 3, 255) };
}
