/** Converts samples of any type to the 8- or 16-bit values that tiles contain, and encodes these as images. */
import sharp from "sharp";
import { encodePng, type RawPicture } from "../codec/raw-picture.ts";
import type { EncodedImage } from "../slide-source.ts";
import type { SampleArray, SampleKind } from "../tiff/sample-kind.ts";
import type { SampleRange } from "./samples.ts";

export type ServedSamples = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** Measured: 12 ms a tile of 512 px with noise; 6, the default, takes 28 ms for 2 % less. */
const DEEP_PNG_LEVEL = 3;

const DEEPEST = 65_535;

/** Samples of 8 or 16 bits; signed values are shifted so that the lowest possible value is 0. */
export function servedSamples(samples: SampleArray, kind: SampleKind): ServedSamples {
  if (samples instanceof Uint8Array || samples instanceof Uint16Array) return samples;
  const served = kind.servedBits === 8 ? new Uint8Array(samples.length) : new Uint16Array(samples.length);
  for (let i = 0; i < samples.length; i++) served[i] = samples[i]! + kind.offset;
  return served;
}

/** Values of any type scaled to 16 bits: the lower end of the range becomes 0, the upper end 65,535. NaN becomes 0. */
export function stretchedSamples(samples: SampleArray, { min, max }: SampleRange): Uint16Array<ArrayBuffer> {
  const stretched = new Uint16Array(samples.length);
  const scale = max > min ? DEEPEST / (max - min) : 0;
  for (let i = 0; i < samples.length; i++) {
    const value = (samples[i]! - min) * scale;
    stretched[i] = value > 0 ? Math.min(DEEPEST, Math.round(value)) : 0;
  }
  return stretched;
}

/**
 * One channel as a tile: a grey PNG for 8 bits; for 16 bits a PNG with the high byte in red and the low byte in green.
 */
export function encodeServedSamples(samples: ServedSamples, width: number, height: number): Promise<EncodedImage> {
  if (samples instanceof Uint8Array) {
    return encodePng({
      width,
      height,
      channels: 1,
      samples: Buffer.from(samples.buffer, samples.byteOffset, samples.length),
    });
  }
  return encodeDeepPng(deepPicture(samples, width, height));
}

function deepPicture(samples: Uint16Array, width: number, height: number): RawPicture {
  const rgb = Buffer.alloc(samples.length * 3);
  for (let i = 0, at = 0; i < samples.length; i++, at += 3) {
    rgb[at] = samples[i]! >> 8;
    rgb[at + 1] = samples[i]! & 255;
  }
  return { width, height, channels: 3, samples: rgb };
}

async function encodeDeepPng({ samples, width, height, channels }: RawPicture): Promise<EncodedImage> {
  const bytes = await sharp(samples, { raw: { width, height, channels } })
    .png({ compressionLevel: DEEP_PNG_LEVEL })
    .toBuffer();
  return { bytes, mediaType: "image/png" };
}
