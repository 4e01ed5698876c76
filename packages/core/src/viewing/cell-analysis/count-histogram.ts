/** Distribution of the counts of a class, anonymously. */

interface CountBar {
  readonly from: number;
  /** Exclusive upper limit. */
  readonly to: number;
  readonly number: number;
}

export interface CountHistogram {
  /** Bars of equal width from the smallest to the largest value, without gaps. */
  readonly bars: readonly CountBar[];
  readonly median: number;
}

/** With fewer counts a learner could guess whose is which. */
export const CLASS_COUNTS_MIN = 3;

const BARS_MAX = 12;
const STEPS = [1, 2, 5] as const;
const LITTLE = 1e-6;

/** 1, 2, 5, 10, 20, 50 …: the smallest width that does not exceed the maximum number of bars. */
function barWidth(min: number, max: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of STEPS) {
      const width = step * power;
      if (Math.floor(max / width) - Math.floor(min / width) < BARS_MAX) return width;
    }
}

/**
 * @param values 0 or more, in any order.
 * @param most largest possible value; it is included in the bar below it.
 * @returns null: no values.
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
