/** Converts samples of any depth to 8-bit RGB. */

/** Typed arrays by the band format of a .v file. Source: libvips, VipsBandFormat. */
export const SAMPLE_ARRAYS = {
  0: Uint8Array,
  1: Int8Array,
  2: Uint16Array,
  3: Int16Array,
  4: Uint32Array,
  5: Int32Array,
  6: Float32Array,
  8: Float64Array,
} as const;

export type SampleFormat = keyof typeof SAMPLE_ARRAYS;
export type Samples = InstanceType<(typeof SAMPLE_ARRAYS)[SampleFormat]>;

export function isSampleFormat(format: number): format is SampleFormat {
  return format in SAMPLE_ARRAYS;
}

export interface SampleRange {
  readonly min: number;
  readonly max: number;
}

/** The smallest range that contains `range` and all finite samples. */
export function widenRange(range: SampleRange | null, samples: Samples): SampleRange | null {
  let min = range?.min ?? Number.POSITIVE_INFINITY;
  let max = range?.max ?? Number.NEGATIVE_INFINITY;
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index]!;
    if (sample < min && sample !== Number.NEGATIVE_INFINITY) min = sample;
    if (sample > max && sample !== Number.POSITIVE_INFINITY) max = sample;
  }
  return min <= max ? { min, max } : null;
}

/**
 * Grey samples as 8-bit RGB: the lower end of the range becomes black, the upper end white. If the range is a single
 * value (a blank image), or null (no finite sample), everything is black. NaN is black.
 */
export function greyToRgb(samples: Samples, range: SampleRange | null): Uint8Array {
  const { min, max } = range ?? { min: 0, max: 0 };
  const scale = max > min ? 255 / (max - min) : 0;
  // This typed array rounds and clamps automatically, and stores NaN as 0.
  const rgb = new Uint8ClampedArray(samples.length * 3);
  for (let index = 0, to = 0; index < samples.length; index++, to += 3) {
    rgb[to] = (samples[index]! - min) * scale;
    const grey = rgb[to]!;
    rgb[to + 1] = grey;
    rgb[to + 2] = grey;
  }
  return new Uint8Array(rgb.buffer);
}
