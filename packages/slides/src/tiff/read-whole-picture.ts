/** Reads a small image of a TIFF file (label, macro, thumbnail) as one image. */
import { joinJpegStrips } from "../codec/jpeg-join.ts";
import { copyPicture, encodeJpeg, encodePng, type RawPicture } from "../codec/raw-picture.ts";
import type { EncodedImage } from "../slide-source.ts";
import { type OpenTiff, SegmentReader } from "./read-segment.ts";
import { COMPRESSION, PHOTOMETRIC } from "./tiff-fields.ts";
import type { PictureStorage } from "./tiff-page.ts";

const JPEG_QUALITY = 90;

/**
 * JPEG strips are joined without decoding if their sizes allow it; everything else is decoded and assembled.
 *
 * @throws SlideFileError if the file's data is invalid.
 */
export async function readWholePicture(
  tiff: OpenTiff,
  picture: PictureStorage,
  signal?: AbortSignal,
): Promise<EncodedImage> {
  const reader = new SegmentReader(tiff, picture);
  const isJpeg = picture.compression === COMPRESSION.jpeg;
  if (isJpeg && reader.columns === 1 && picture.segmentWidth === picture.width) {
    const strips: Buffer[] = [];
    for (let row = 0; row < reader.rows; row++) {
      const { bytes, mediaType } = await reader.readEncoded(0, row, signal);
      if (mediaType === "image/jpeg") strips.push(bytes);
    }
    const joined = strips.length === reader.rows ? joinJpegStrips(strips, picture) : null;
    if (joined !== null) return { bytes: joined, mediaType: "image/jpeg" };
  }
  const whole = await readPixels(reader, signal);
  return isJpeg ? encodeJpeg(whole, JPEG_QUALITY) : encodePng(whole);
}

async function readPixels(reader: SegmentReader, signal?: AbortSignal): Promise<RawPicture> {
  const { width, height, segmentWidth, segmentHeight, samplesPerPixel, photometric } = reader.picture;
  const channels = samplesPerPixel === 1 && photometric !== PHOTOMETRIC.palette ? 1 : 3;
  const whole: RawPicture = { width, height, channels, samples: Buffer.alloc(width * height * channels, 255) };
  for (let row = 0; row < reader.rows; row++) {
    for (let column = 0; column < reader.columns; column++) {
      const part = await reader.readRaw(column, row, signal);
      copyPicture(part, whole, column * segmentWidth, row * segmentHeight);
    }
  }
  return whole;
}
