/**
 * Reproducible random numbers: the same seed gives the same numbers on every machine.
 */

/** @returns the next number, 0 (included) to 1 (excluded). */
export type Random = () => number;

/**
 * A stream of numbers for layouts that are computed in a fixed order.
 *
 * Source: mulberry32 by Tommy Ettinger, public domain (2017).
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A number that depends only on a lattice point, for values that must not depend on the order of drawing.
 *
 * Source: finaliser of MurmurHash3 by Austin Appleby, public domain.
 *
 * @returns 32 bits, not negative.
 */
export function latticeHash(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(seed + 0x165667b1, 0xc2b2ae3d);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * The seed for a name.
 *
 * Source: FNV-1a, public domain (Fowler, Noll, Vo).
 */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** A bell-shaped random number around `mean` (sum of three), never further away than 3 `spread`. */
export function bell(random: Random, mean: number, spread: number): number {
  return mean + (random() + random() + random() - 1.5) * 2 * spread;
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}
