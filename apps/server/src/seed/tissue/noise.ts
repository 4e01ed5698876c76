/**
 * Noise: smooth irregularity for shapes, evaluated on demand.
 *
 * Source: gradient noise after K. Perlin, "Improving noise", SIGGRAPH 2002; cellular noise after S. Worley,
 * "A cellular texture basis function", SIGGRAPH 1996.
 */
import { latticeHash, seededRandom } from "./random.ts";

/** About -1 to 1, mean 0; features one unit wide. */
export type Noise = (x: number, y: number) => number;

const LATTICE = 256;

/** Gradient noise; repeats after 256 units. */
export function gradientNoise(seed: number): Noise {
  const random = seededRandom(seed);
  const order = new Uint8Array(LATTICE * 2);
  const gradientX = new Float64Array(LATTICE);
  const gradientY = new Float64Array(LATTICE);
  for (let i = 0; i < LATTICE; i++) order[i] = i;
  for (let i = LATTICE - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
  for (let i = 0; i < LATTICE; i++) {
    order[i + LATTICE] = order[i]!;
    const angle = random() * 2 * Math.PI;
    gradientX[i] = Math.cos(angle) * 1.6;
    gradientY[i] = Math.sin(angle) * 1.6;
  }
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const fx = x - column;
    const fy = y - row;
    const left = column & 255;
    const right = (left + 1) & 255;
    const upper = row & 255;
    const lower = (upper + 1) & 255;
    const a = order[order[left]! + upper]!;
    const b = order[order[right]! + upper]!;
    const c = order[order[left]! + lower]!;
    const d = order[order[right]! + lower]!;
    const sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    const sy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    const top = gradientX[a]! * fx + gradientY[a]! * fy;
    const topRight = gradientX[b]! * (fx - 1) + gradientY[b]! * fy;
    const bottom = gradientX[c]! * fx + gradientY[c]! * (fy - 1);
    const bottomRight = gradientX[d]! * (fx - 1) + gradientY[d]! * (fy - 1);
    const above = top + (topRight - top) * sx;
    return above + (bottom + (bottomRight - bottom) * sx - above) * sy;
  };
}

/** Side of a texture (textures.ts) in px; a power of two, so that coordinates wrap with a mask. */
export const TEXTURE_SIDE = 512;
export const TEXTURE_MASK = TEXTURE_SIDE - 1;
/** `(y << TEXTURE_SHIFT) + x` is the index of a texture's value. */
export const TEXTURE_SHIFT = 9;

/** Result of `cellularNoise`; overwritten by each call. */
interface CellularPlace {
  /** Distances to the nearest and the second nearest cell centre, in units. */
  nearest: number;
  second: number;
  /** 32-bit identifier of the nearest cell. */
  cell: number;
}

/** Always returns the same object, so that nothing is allocated per pixel. */
export type CellularNoise = (x: number, y: number) => CellularPlace;

/** A plane of irregular cells about one unit wide. */
export function cellularNoise(seed: number): CellularNoise {
  const place: CellularPlace = { nearest: 0, second: 0, cell: 0 };
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    let nearest = 1e9;
    let second = 1e9;
    let cell = 0;
    for (let j = row - 1; j <= row + 1; j++) {
      for (let i = column - 1; i <= column + 1; i++) {
        const bits = latticeHash(i, j, seed);
        const dx = i + 0.1 + (bits & 1023) * (0.8 / 1024) - x;
        const dy = j + 0.1 + ((bits >>> 10) & 1023) * (0.8 / 1024) - y;
        const squared = dx * dx + dy * dy;
        if (squared < nearest) {
          second = nearest;
          nearest = squared;
          cell = bits;
        } else if (squared < second) {
          second = squared;
        }
      }
    }
    place.nearest = Math.sqrt(nearest);
    place.second = Math.sqrt(second);
    place.cell = cell;
    return place;
  };
}

/** 0 at or below `low`, 1 at or above `high`, smooth in between. */
export function smoothStep(low: number, high: number, value: number): number {
  const share = (value - low) / (high - low);
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  return share * share * (3 - 2 * share);
}
