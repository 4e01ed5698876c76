/** Changes of a long run's measurements over time. */
import { percentile } from "../figures.ts";

export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

interface Windows {
  /** At the beginning; excluded from slopes. */
  readonly warmUpMs: number;
  /** Length of the first and the last window, which are compared. */
  readonly windowMs: number;
}

const MINUTE_MS = 60_000;
const WINDOW_MS = 10 * MINUTE_MS;
/** A shorter run is too short for three windows of ten minutes. */
const WHOLE_MS = 30 * MINUTE_MS;
const SHARE_OF_A_SHORT_RUN = 1 / 6;

export function windowsOf(durationMs: number): Windows {
  const ms = durationMs >= WHOLE_MS ? WINDOW_MS : durationMs * SHARE_OF_A_SHORT_RUN;
  return { warmUpMs: ms, windowMs: ms };
}

/** Slope of the least squares line; NaN with fewer than two moments. */
export function slopePerMinute(samples: readonly Sample[]): number {
  const mean = (numberOf: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + numberOf(sample), 0) / samples.length;
  const [meanMs, meanValue] = [mean(({ atMs }) => atMs), mean(({ value }) => value)];
  let product = 0;
  let square = 0;
  for (const { atMs, value } of samples) {
    product += (atMs - meanMs) * (value - meanValue);
    square += (atMs - meanMs) ** 2;
  }
  return (product / square) * MINUTE_MS;
}

/** @param fromMs inclusive. @param toMs exclusive. */
const between = (samples: readonly Sample[], fromMs: number, toMs: number): Sample[] =>
  samples.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);

interface Trend {
  /** After the warm-up. */
  readonly slopePerMinute: number;
  /** Percentiles of the first and of the last window. */
  readonly first: number;
  readonly last: number;
}

/** @param samples since the start of a run, from 0 ms. @param share of the percentiles. */
export function trendOf(samples: readonly Sample[], durationMs: number, share: number): Trend {
  const { warmUpMs, windowMs } = windowsOf(durationMs);
  const percentileOf = (some: readonly Sample[]) =>
    percentile(
      some.map(({ value }) => value),
      share,
    );
  return {
    slopePerMinute: slopePerMinute(between(samples, warmUpMs, durationMs)),
    first: percentileOf(between(samples, 0, windowMs)),
    last: percentileOf(between(samples, durationMs - windowMs, durationMs)),
  };
}
