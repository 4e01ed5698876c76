/**
 * Composes channels into one colour image: each is scaled from its display range to its colour, and the results are
 * added, like light. The server's thumbnails use the same formula (packages/slides, picture/composite-channels.ts).
 */
import type { ChannelChoice } from "./channel-choice.ts";

export type Samples = Uint8Array | Uint16Array;

/** A channel's samples in one tile, and their display settings. */
export interface ChannelPart {
  /** Row by row from the top, one per pixel. */
  readonly samples: Samples;
  readonly choice: Pick<ChannelChoice, "colour" | "window" | "gamma">;
}

/** Pixels processed at a time: their sums stay in the processor's cache. */
const BLOCK_PX = 2048;
/** Channels processed in one pass over the pixels: more than twice as fast as one by one. */
const AT_ONCE = 3;
const FULL = 255;
const OPAQUE = 0xff000000;

/** @returns red, green and blue from 0 to 255. */
export function rgbOf(colour: string): readonly [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/**
 * Intensity of each sample, from 0 (black) to 1.
 *
 * @param sampleCount number of different samples: 256 or 65,536.
 */
export function sharesOf(
  { window, gamma }: Pick<ChannelChoice, "window" | "gamma">,
  sampleCount: number,
): Float64Array {
  const shares = new Float64Array(sampleCount);
  const span = Math.max(1, window.max - window.min);
  for (let sample = 0; sample < sampleCount; sample += 1) {
    const share = Math.min(1, Math.max(0, (sample - window.min) / span));
    shares[sample] = gamma === 1 ? share : share ** (1 / gamma);
  }
  return shares;
}

/**
 * @param sharesFor like `sharesOf`; may cache its results.
 * @returns red, green, blue and alpha of each pixel, opaque.
 */
export function composeChannels(
  parts: readonly ChannelPart[],
  pixelCount: number,
  sharesFor: (choice: ChannelPart["choice"], sampleCount: number) => Float64Array = sharesOf,
): Uint8ClampedArray<ArrayBuffer> {
  // Words of a little-endian machine, as all machines with browsers are.
  const pixels = new Uint32Array(pixelCount);
  const sums = new Float64Array(BLOCK_PX * 3);
  const lights = parts.map(
    ({ samples, choice }): Light => ({
      samples,
      shares: sharesFor(choice, samples instanceof Uint16Array ? 65_536 : 256),
      rgb: rgbOf(choice.colour),
    }),
  );
  for (let start = 0; start < pixelCount; start += BLOCK_PX) {
    const count = Math.min(BLOCK_PX, pixelCount - start);
    sums.fill(0);
    for (let first = 0; first < lights.length; first += AT_ONCE) {
      addThree(sums, lights.slice(first, first + AT_ONCE), start, count);
    }
    for (let pixel = 0, at = 0; pixel < count; pixel += 1, at += 3) {
      // Rounds half up, as on the server.
      const red = Math.min(FULL, ((sums[at] as number) + 0.5) | 0);
      const green = Math.min(FULL, ((sums[at + 1] as number) + 0.5) | 0);
      const blue = Math.min(FULL, ((sums[at + 2] as number) + 0.5) | 0);
      pixels[start + pixel] = OPAQUE | (blue << 16) | (green << 8) | red;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

interface Light {
  readonly samples: Samples;
  readonly shares: Float64Array;
  readonly rgb: readonly [red: number, green: number, blue: number];
}

/** @param lights one to three; missing ones count as black. */
function addThree(sums: Float64Array, lights: readonly Light[], start: number, count: number): void {
  const [first] = lights;
  if (!first) return;
  const dark: Light = { ...first, rgb: [0, 0, 0] };
  const {
    samples: samples1,
    shares: shares1,
    rgb: [red1, green1, blue1],
  } = first;
  const {
    samples: samples2,
    shares: shares2,
    rgb: [red2, green2, blue2],
  } = lights[1] ?? dark;
  const {
    samples: samples3,
    shares: shares3,
    rgb: [red3, green3, blue3],
  } = lights[2] ?? dark;
  for (let pixel = start, at = 0; pixel < start + count; pixel += 1, at += 3) {
    const share1 = shares1[samples1[pixel] as number] as number;
    const share2 = shares2[samples2[pixel] as number] as number;
    const share3 = shares3[samples3[pixel] as number] as number;
    sums[at] = (sums[at] as number) + share1 * red1 + share2 * red2 + share3 * red3;
    sums[at + 1] = (sums[at + 1] as number) + share1 * green1 + share2 * green2 + share3 * green3;
    sums[at + 2] = (sums[at + 2] as number) + share1 * blue1 + share2 * blue2 + share3 * blue3;
  }
}
