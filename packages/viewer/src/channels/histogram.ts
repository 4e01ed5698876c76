/** Histograms of samples, and display ranges derived from them. */

/** Fractions of the samples that limit an automatic display range, so that dust and dead pixels are outside. */
const DARKEST_SHARE = 0.001;
const BRIGHTEST_SHARE = 0.999;

/**
 * The display range that contains nearly all samples.
 *
 * @param counts number of occurrences, indexed by sample value.
 * @returns null if there are no samples.
 */
export function windowOfCounts(counts: Uint32Array): { readonly min: number; readonly max: number } | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const min = sampleAtShare(counts, total * DARKEST_SHARE);
  const max = sampleAtShare(counts, total * BRIGHTEST_SHARE);
  return { min, max: Math.max(max, min + 1) };
}

/** The sample at which the cumulative count exceeds `targetCount`. */
function sampleAtShare(counts: Uint32Array, targetCount: number): number {
  let reached = 0;
  for (const [sample, count] of counts.entries()) {
    reached += count;
    if (reached > targetCount) return sample;
  }
  return counts.length - 1;
}

/** The largest sample present; 0 if there is none. */
export function largestSample(counts: Uint32Array): number {
  return Math.max(
    0,
    counts.findLastIndex((count) => count > 0),
  );
}

/**
 * The upper end of the scale for a channel's samples: those of a 12-bit camera would use only a sixteenth of the scale
 * of a 16-bit file.
 *
 * @param samples the largest samples that must be on the scale.
 * @returns 2^n - 1, from 255 to the largest possible sample.
 */
export function scaleEndFor(samples: readonly number[], sampleBits: 8 | 16): number {
  const largest = Math.max(1, ...samples);
  const bits = Math.ceil(Math.log2(largest + 1));
  return 2 ** Math.min(sampleBits, Math.max(8, bits)) - 1;
}

/**
 * Counts grouped into bars from 0 to the end of the scale; larger samples are omitted.
 *
 * @returns heights from 0 to 1, as square roots, so that the rest is visible beside a large background.
 */
export function histogramBars(counts: Uint32Array, scaleEnd: number, barCount: number): number[] {
  const bars = new Array<number>(barCount).fill(0);
  const perBar = (scaleEnd + 1) / barCount;
  for (let sample = 0; sample <= Math.min(scaleEnd, counts.length - 1); sample += 1) {
    const bar = Math.floor(sample / perBar);
    bars[bar] = (bars[bar] as number) + (counts[sample] as number);
  }
  const highest = Math.max(1, ...bars);
  return bars.map((count) => Math.sqrt(count / highest));
}
