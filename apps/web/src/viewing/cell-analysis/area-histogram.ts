/** Number of nuclei in one size range. */
interface HistogramBar {
  readonly from: number;
  readonly to: number;
  readonly number: number;
}

const BARS = 16;
/** The few largest are counted in the last bar, so that they do not compress the others. */
const SHOWN_SHARE = 0.99;

/** @param values µm², in any order. @returns bars of equal width starting at 0; none without values. */
export function areaHistogram(values: readonly number[]): HistogramBar[] {
  if (values.length === 0) return [];
  const sorted = Float64Array.from(values).sort();
  const most = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * SHOWN_SHARE))]!;
  const width = Math.max(1, Math.ceil(most / BARS));
  const numbers = new Array<number>(BARS).fill(0);
  for (const value of sorted) numbers[Math.min(BARS - 1, Math.floor(value / width))]! += 1;
  return numbers.map((number, bar) => ({ from: bar * width, to: (bar + 1) * width, number }));
}
