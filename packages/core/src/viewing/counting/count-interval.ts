/**
 * 95 % confidence intervals of counts and proportions.
 *
 * Source: F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28 (1936), 437-442 (counts, exact); E.
 * B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Am. Stat. Assoc. 22 (1927),
 * 209-212 (proportions, the score interval without continuity correction).
 */
import { chiSquareQuantile } from "./chi-square.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const CONFIDENCE = 0.95;
const TAIL = (1 - CONFIDENCE) / 2;
/** 97.5 % quantile of the standard normal distribution. */
const NORMAL_QUANTILE = Math.sqrt(chiSquareQuantile(CONFIDENCE, 1));

/** Interval of the expected count. @param count whole, 0 or more. */
export function poissonInterval(count: number): Interval {
  return {
    low: count === 0 ? 0 : chiSquareQuantile(TAIL, 2 * count) / 2,
    high: chiSquareQuantile(1 - TAIL, 2 * count + 2) / 2,
  };
}

/** Interval of a proportion, 0 to 1. @param total 1 or more. */
export function wilsonInterval(part: number, total: number): Interval {
  const z2 = NORMAL_QUANTILE ** 2;
  const middle = (part + z2 / 2) / (total + z2);
  const reach = (NORMAL_QUANTILE / (total + z2)) * Math.sqrt((part * (total - part)) / total + z2 / 4);
  return {
    low: part === 0 ? 0 : Math.max(0, middle - reach),
    high: part === total ? 1 : Math.min(1, middle + reach),
  };
}
