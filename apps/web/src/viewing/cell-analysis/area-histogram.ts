/** How many nuclei there are of each size. */
interface HistogramBar {
  readonly from: number;
  readonly to: number;
  readonly number: number;
}

const BARS = 16;
/** The few largest are counted with the last bar, so that they do not press all others together. */
const SHOWN_SHARE = 0.99;

/** @param values µm², in any order. @returns bars of one width from 0 on; none without values. */
export function areaHistogram(values: readonly number[]): HistogramBar[] {
  if (values.length === 0) return [];
  const sorted = Float64Array.from(values).sort();
  const most = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * SHOWN_SHARE))]!;
  const width = Math.max(1, Math.ceil(most / BARS));
  const numbers = new Array<number>(BARS).fill(0);
  for (const value of sorted) numbers[Math.min(BARS - 1, Math.floor(value / width))]! += 1;
  return numbers.map((number, bar) => ({ from: bar * width, to: (bar + 1) * width, number }));
}
