/** Sums of learners that identify nobody. Source: decision 0126. */

/** Sums of fewer people are not given. */
export const SMALLEST_SUM = 3;
/** With fewer learners each sum could stand for one or two people only, at its lower or its upper end. */
export const SMALLEST_AUDIENCE = 2 * SMALLEST_SUM - 1;

/** A number of learners, as a range; both ends are equal if the number is exact. */
export interface MaskedCount {
  readonly from: number;
  readonly to: number;
}

/**
 * Hides sums that tell who: those of fewer than `SMALLEST_SUM` people, and those that leave out fewer than that.
 *
 * @param count of `total` learners.
 * @returns null: too few learners for any sum.
 */
export function maskCount(count: number, total: number): MaskedCount | null {
  if (total < SMALLEST_AUDIENCE) return null;
  if (count < SMALLEST_SUM) return { from: 0, to: SMALLEST_SUM - 1 };
  if (total - count < SMALLEST_SUM) return { from: total - SMALLEST_SUM + 1, to: total };
  return { from: count, to: count };
}
