/** Images for tests: seeded, with edges, gradients and noise, so that shifts and swapped colours are detected. */
import type { RawPicture } from "../codec/raw-picture.ts";

/** Numbers from 0 to 1, the same for the same seed. Source: mulberry32, Tommy Ettinger, public domain. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function buildPicture(width: number, height: number, channels: 1 | 3 = 3, seed = 1): RawPicture {
  const random = seededRandom(seed);
  const samples = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < channels; channel++) {
        const wave = 90 * Math.sin(x / (7 + channel)) + 60 * Math.cos(y / (5 + 3 * channel));
        const edge = (x >> 4) % 3 === channel ? 40 : 0;
        samples[(y * width + x) * channels + channel] = Math.max(0, Math.min(255, 120 + wave + edge + 20 * random()));
      }
    }
  }
  return { width, height, channels, samples };
}

/** Any part of an image; the area outside is filled with grey noise, like the padding of edge tiles. */
export function partOf(picture: RawPicture, left: number, top: number, width: number, height: number): RawPicture {
  const random = seededRandom(left * 31 + top);
  const { channels } = picture;
  const samples = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * channels; x++) {
      const isInside = left + x / channels < picture.width && top + y < picture.height;
      const at = ((top + y) * picture.width + left) * channels + x;
      samples[y * width * channels + x] = isInside ? picture.samples[at]! : 100 + 50 * random();
    }
  }
  return { width, height, channels, samples };
}

/** The greatest difference between two images of the same size, in grey levels, and the number of different samples. */
export function compareSamples(a: Uint8Array, b: Uint8Array): { greatest: number; different: number } {
  if (a.length !== b.length) throw new Error(`${a.length} samples are not ${b.length}`);
  let greatest = 0;
  let different = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i]! - b[i]!);
    if (difference > 0) different += 1;
    if (difference > greatest) greatest = difference;
  }
  return { greatest, different };
}
