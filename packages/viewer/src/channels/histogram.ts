/** How often each sample occurs, and what follows for a channel's window. */

/** The darkest and the brightest samples that an automatic window gives up: dust and dead pixels. */
const DARKEST_SHARE = 0.001;
const BRIGHTEST_SHARE = 0.999;

/**
 * The window that shows nearly all of what is there.
 *
 * @param counts how often each sample occurs, by sample.
 * @returns null if there is nothing.
 */
export function windowOfCounts(counts: Uint32Array): { readonly min: number; readonly max: number } | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const min = sampleAtShare(counts, total * DARKEST_SHARE);
  const max = sampleAtShare(counts, total * BRIGHTEST_SHARE);
  return { min, max: Math.max(max, min + 1) };
}

/** The sample at which more than `wanted` of all are reached. */
function sampleAtShare(counts: Uint32Array, wanted: number): number {
  let reached = 0;
  for (const [sample, count] of counts.entries()) {
    reached += count;
    if (reached > wanted) return sample;
  }
  return counts.length - 1;
}

/** The largest sample that occurs; 0 if none does. */
export function largestSample(counts: Uint32Array): number {
  return Math.max(
    0,
    counts.findLastIndex((count) => count > 0),
  );
}

/**
 * The end of a scale on which a channel's samples are shown: a camera of 12 bits in a file of 16 would use a sixteenth.
 *
 * @param samples the largest ones that have to be on it.
 * @returns 2^n - 1, from 255 to the largest that there can be.
 */
export function scaleEndFor(samples: readonly number[], sampleBits: 8 | 16): number {
  const largest = Math.max(1, ...samples);
  const bits = Math.ceil(Math.log2(largest + 1));
  return 2 ** Math.min(sampleBits, Math.max(8, bits)) - 1;
}

/**
 * Counts gathered into bars from 0 to the scale's end; what lies beyond is in none.
 *
 * @returns heights from 0 to 1, of the square root: a large background leaves the rest to be seen.
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
