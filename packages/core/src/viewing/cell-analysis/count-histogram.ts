/** How the counts of a class are distributed, without saying whose they are. */

export interface CountBar {
  readonly from: number;
  /** The first value that is not in it. */
  readonly to: number;
  readonly number: number;
}

export interface CountHistogram {
  /** Of one width, from the smallest value to the largest, without gaps. */
  readonly bars: readonly CountBar[];
  readonly median: number;
}

/** With fewer counts a learner could tell whose is which. */
export const CLASS_COUNTS_MIN = 3;

const BARS_MAX = 12;
const STEPS = [1, 2, 5] as const;
const LITTLE = 1e-6;

/** 1, 2, 5, 10, 20, 50 …: the smallest that needs no more bars than there may be. */
function barWidth(min: number, max: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of STEPS) {
      const width = step * power;
      if (Math.floor(max / width) - Math.floor(min / width) < BARS_MAX) return width;
    }
}

/**
 * @param values 0 or more, in any order.
 * @param most the largest value that there can be: it is in the bar below it.
 * @returns null: there are none.
 */
export function histogramOfCounts(values: readonly number[], most = Number.POSITIVE_INFINITY): CountHistogram | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const below = (value: number): number => (value < most ? value : most - LITTLE);
  const [min, max] = [below(sorted[0]!), below(sorted.at(-1)!)];
  const width = barWidth(min, max);
  const first = Math.floor(min / width);
  const numbers = new Array<number>(Math.floor(max / width) - first + 1).fill(0);
  for (const value of sorted) numbers[Math.floor(below(value) / width) - first]! += 1;
  const middle = sorted.length >> 1;
  return {
    bars: numbers.map((number, bar) => ({ from: (first + bar) * width, to: (first + bar + 1) * width, number })),
    median: sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2,
  };
}
