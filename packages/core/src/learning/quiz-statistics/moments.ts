/** Moments of samples; null if undefined, never NaN. */

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Sample covariance (divided by n - 1). Null with fewer than 2 values. */
export function covariance(first: readonly number[], second: readonly number[]): number | null {
  const [meanOfFirst, meanOfSecond] = [mean(first), mean(second)];
  if (meanOfFirst === null || meanOfSecond === null || first.length < 2) return null;
  const sum = first.reduce(
    (total, value, place) => total + (value - meanOfFirst) * ((second[place] ?? 0) - meanOfSecond),
    0,
  );
  return sum / (first.length - 1);
}

export const variance = (values: readonly number[]): number | null => covariance(values, values);

export function standardDeviation(values: readonly number[]): number | null {
  const squared = variance(values);
  return squared === null ? null : Math.sqrt(squared);
}

/** Smaller variances are rounding errors. */
const NO_VARIANCE = 1e-12;

/**
 * Skewness and excess kurtosis from R. A. Fisher's unbiased k-statistics.
 *
 * @returns null with fewer than 3 or 4 values respectively, or if all are equal.
 */
export function moments(values: readonly number[]): { skewness: number | null; kurtosis: number | null } {
  const count = values.length;
  const centre = mean(values) ?? 0;
  const momentOf = (power: number) =>
    values.reduce((sum, value) => sum + (value - centre) ** power, 0) / Math.max(1, count);
  const [second, third, fourth] = [momentOf(2), momentOf(3), momentOf(4)];
  if (count < 3 || second < NO_VARIANCE) return { skewness: null, kurtosis: null };
  const k2 = (count * second) / (count - 1);
  const k3 = (count ** 2 * third) / ((count - 1) * (count - 2));
  const skewness = k3 / k2 ** 1.5;
  if (count < 4) return { skewness, kurtosis: null };
  const k4 =
    (count ** 2 * ((count + 1) * fourth - 3 * (count - 1) * second ** 2)) / ((count - 1) * (count - 2) * (count - 3));
  return { skewness, kurtosis: k4 / k2 ** 2 };
}
