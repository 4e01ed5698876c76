/**
 * Fine textures shared by all scenes: tables that repeat after 512 px, read per pixel.
 */
import { TEXTURE_SIDE } from "./noise.ts";
import { seededRandom } from "./random.ts";

/**
 * 512 x 512 values, row by row, mean 0 and standard deviation 1; the right edge continues at the left, the bottom at
 * the top.
 */
export type Texture = Float32Array;

/** Size of the features in px (about the distance from one dark spot to the next), and their weight. */
type Octave = readonly [featurePx: number, weight: number];

const RECIPES = {
  /** Cytoplasm. */
  grain: [
    [3, 0.5],
    [6, 1],
    [12, 0.8],
    [24, 0.4],
  ],
  /** Slow changes within a cell or a lumen. */
  cloud: [
    [80, 1],
    [40, 0.8],
    [20, 0.5],
  ],
  /** Fibres, read along their length in x and across in y. */
  fibre: [
    [5, 0.9],
    [10, 1],
    [22, 0.7],
  ],
  /** Chromatin of a nucleus in a section. */
  chromatin: [
    [18, 0.5],
    [10, 1],
    [5, 0.8],
  ],
  /** Chromatin of a blood cell under oil. */
  clumps: [
    [34, 0.5],
    [20, 1],
    [10, 0.8],
    [5, 0.2],
  ],
  fineGranules: [
    [5, 1],
    [9, 0.5],
  ],
  coarseGranules: [
    [9, 1],
    [5, 0.15],
  ],
} as const satisfies Record<string, readonly Octave[]>;

type Textures = Readonly<Record<keyof typeof RECIPES, Texture>>;

let made: Textures | undefined;

/** Created on the first call, in about 200 ms, then cached. */
export function sharedTextures(): Textures {
  made ??= Object.fromEntries(
    Object.entries(RECIPES).map(([name, octaves], index) => [name, makeTexture(index, octaves)]),
  ) as Textures;
  return made;
}

function makeTexture(seed: number, octaves: readonly Octave[]): Texture {
  const sum = new Float32Array(TEXTURE_SIDE * TEXTURE_SIDE);
  octaves.forEach(([featurePx, weight], octave) => {
    const plane = spots(seed * 16 + octave, featurePx);
    for (let i = 0; i < sum.length; i++) sum[i]! += weight * plane[i]!;
  });
  normalise(sum);
  return sum;
}

/** White noise, blurred equally in all directions: gradient noise would show its lattice as a weave. */
function spots(seed: number, featurePx: number): Float32Array {
  const random = seededRandom(seed + 4099);
  let plane: Float32Array = new Float32Array(TEXTURE_SIDE * TEXTURE_SIDE);
  for (let i = 0; i < plane.length; i++) plane[i] = random() - 0.5;
  // Three box filters in each direction are nearly a Gaussian; each pass also transposes.
  const halfWidth = Math.max(1, Math.round(featurePx / 5));
  for (let pass = 0; pass < 6; pass++) plane = boxAndTranspose(plane, halfWidth);
  normalise(plane);
  return plane;
}

function boxAndTranspose(plane: Float32Array, halfWidth: number): Float32Array {
  const result = new Float32Array(plane.length);
  const mask = TEXTURE_SIDE - 1;
  const share = 1 / (2 * halfWidth + 1);
  for (let y = 0; y < TEXTURE_SIDE; y++) {
    const row = y * TEXTURE_SIDE;
    let sum = 0;
    for (let x = -halfWidth; x <= halfWidth; x++) sum += plane[row + (x & mask)]!;
    for (let x = 0; x < TEXTURE_SIDE; x++) {
      result[x * TEXTURE_SIDE + y] = sum * share;
      sum += plane[row + ((x + halfWidth + 1) & mask)]! - plane[row + ((x - halfWidth) & mask)]!;
    }
  }
  return result;
}

function normalise(plane: Float32Array): void {
  let sum = 0;
  let squares = 0;
  for (const value of plane) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / plane.length;
  const deviation = Math.sqrt(squares / plane.length - mean * mean);
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i]! - mean) / deviation;
}
