/** Converts a frame to a tile for the browser: JPEG as stored in the file, others re-encoded; cropped to the image. */
import { cutJpeg } from "../codec/jpeg-cut.ts";
import { damagedJpeg, readJpegHeader } from "../codec/jpeg-header.ts";
import { cropPicture, decodePicture, encodeJpeg, encodePng, type RawPicture } from "../codec/raw-picture.ts";
import { encodeServedSamples, type ServedSamples } from "../picture/served-samples.ts";
import type { EncodedImage } from "../slide-source.ts";
import type { Rgb } from "./absent-colour.ts";
import { type DecodedFrame, decodeFrame, jpegOf } from "./decode-frame.ts";
import type { FrameBytes } from "./frame-reader.ts";
import type { PictureStack } from "./picture-stack.ts";

/** How a tile shows its samples. */
export interface TileKind {
  /** null: colour or plain grey; otherwise one channel in grey with this number of bits. */
  readonly channelBits: 8 | 16 | null;
  /** Colour of missing frames in colour slides. In channels they are black. */
  readonly absentColour: Rgb;
}

export interface TileSize {
  readonly width: number;
  readonly height: number;
}

/** Visually lossless, for tiles that are encoded again. */
const RECODED_QUALITY = 90;
/** Quality of tiles that were JPEG and had to be decoded for cropping. */
const CUT_QUALITY = 95;

/** Whether frames can be sent unchanged. */
export function isPassedThrough({ codec, facts }: Pick<PictureStack, "codec" | "facts">): boolean {
  return codec === "jpeg" && facts.samples.photometric !== "MONOCHROME1";
}

/** @throws SlideFileError if the frame's bytes do not match the file's description. */
export async function encodeTile(
  frame: FrameBytes,
  stack: PictureStack,
  size: TileSize,
  { channelBits }: TileKind,
  signal?: AbortSignal,
): Promise<EncodedImage> {
  const { samples } = stack.facts;
  if (isPassedThrough(stack) && channelBits !== 16) return cutToSize(jpegOf(frame, samples.photometric), size);
  const decoded = await decodeFrame(frame, stack.codec, samples, signal);
  if (channelBits !== null) {
    const cut = cutSamples(decoded, size);
    const words = channelBits === 16 && cut instanceof Uint8Array ? Uint16Array.from(cut) : cut;
    return encodeServedSamples(words as ServedSamples, size.width, size.height);
  }
  return encodeJpeg(cropPicture(rawPictureOf(decoded), size.width, size.height), RECODED_QUALITY);
}

export function encodeAbsentTile(
  { width, height }: TileSize,
  { channelBits, absentColour }: TileKind,
): Promise<EncodedImage> {
  if (channelBits !== null) {
    const samples = channelBits === 16 ? new Uint16Array(width * height) : new Uint8Array(width * height);
    return encodeServedSamples(samples, width, height);
  }
  return encodePng({
    width,
    height,
    channels: 3,
    samples: Buffer.alloc(width * height * 3, Buffer.from(absentColour)),
  });
}

/** 8-bit samples as an image. */
export function rawPictureOf({ width, height, channels, samples }: DecodedFrame): RawPicture {
  const bytes = samples instanceof Uint8Array ? samples : Uint8Array.from(samples, (sample) => sample >> 8);
  return { width, height, channels, samples: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
}

async function cutToSize(jpeg: Buffer, { width, height }: TileSize): Promise<EncodedImage> {
  const header = readJpegHeader(jpeg, 0, jpeg.length);
  if (header.width === width && header.height === height) return { bytes: jpeg, mediaType: "image/jpeg" };
  if (header.width < width || header.height < height) throw damagedJpeg();
  const cut = cutJpeg(jpeg, { width, height });
  if (cut !== null) return { bytes: cut, mediaType: "image/jpeg" };
  return encodeJpeg(cropPicture(await decodePicture(jpeg), width, height), CUT_QUALITY);
}

/** The upper left part of a grey image. */
function cutSamples({ width, samples }: DecodedFrame, size: TileSize): Uint8Array | Uint16Array {
  const cut =
    samples instanceof Uint16Array
      ? new Uint16Array(size.width * size.height)
      : new Uint8Array(size.width * size.height);
  for (let row = 0; row < size.height; row++) {
    cut.set(samples.subarray(row * width, row * width + size.width), row * size.width);
  }
  return cut;
}
