/** Reproducible random numbers: the same seed gives the same numbers on every machine. */

export interface Random {
  /** From 0 to 1, excluding 1. */
  next(): number;
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number;
  /** @throws Error for an empty list. */
  pick<Value>(values: readonly Value[]): Value;
  /** @param share from 0 to 1. */
  chance(share: number): boolean;
}

/** Source: mulberry32, over an FNV-1a hash of the seed. */
export function seededRandom(seed: string): Random {
  let state = 2_166_136_261;
  for (let index = 0; index < seed.length; index += 1)
    state = Math.imul(state ^ seed.charCodeAt(index), 16_777_619) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    pick(values) {
      if (values.length === 0) throw new Error("there is nothing to pick from");
      return values[below(values.length)] as (typeof values)[number];
    },
    chance: (share) => next() < share,
  };
}
