/**
 * Points as whole hundredths, so that sums are exact.
 *
 * Source: spec part 1, section 5 ("Quiz question score": at most 2 decimals).
 */

/** An exact fraction; rounding happens only when points are computed. */
export interface Share {
  readonly numerator: number;
  /** Positive. */
  readonly denominator: number;
}

export const NOTHING: Share = { numerator: 0, denominator: 1 };
export const ALL: Share = { numerator: 1, denominator: 1 };

export interface Points {
  readonly earnedHundredths: number;
  readonly maxHundredths: number;
}

/** Score of a question without its own. */
export const DEFAULT_SCORE = 1;

/** @param score with at most two decimals; null: not set. */
export const hundredthsOf = (score: number | null): number => Math.round((score ?? DEFAULT_SCORE) * 100);

/** Halves are rounded up. The share is clamped to 0 to 1. */
export function pointsFor(share: Share, maxHundredths: number): Points {
  const numerator = Math.min(share.denominator, Math.max(0, share.numerator));
  const exact = (numerator * maxHundredths) / share.denominator;
  return { earnedHundredths: Math.floor(exact + 0.5), maxHundredths };
}

export const isAll = ({ numerator, denominator }: Share): boolean => numerator >= denominator;

export function sumOfPoints(all: readonly Points[]): Points {
  return {
    earnedHundredths: all.reduce((sum, { earnedHundredths }) => sum + earnedHundredths, 0),
    maxHundredths: all.reduce((sum, { maxHundredths }) => sum + maxHundredths, 0),
  };
}
