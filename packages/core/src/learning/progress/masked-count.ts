/** Totals that identify no learner. Source: decision 0126. */

/** Totals of fewer people are suppressed. */
export const SMALLEST_SUM = 3;
/** With fewer learners any total could reveal one or two people, at its lower or its upper end. */
export const SMALLEST_AUDIENCE = 2 * SMALLEST_SUM - 1;

/** A number of learners, as a range; both ends are equal if the number is exact. */
export interface MaskedCount {
  readonly from: number;
  readonly to: number;
}

/**
 * Suppresses totals that identify people: those of fewer than `SMALLEST_SUM`, and those that exclude fewer than that.
 *
 * @param count out of `total` learners.
 * @returns null: too few learners for a total.
 */
export function maskCount(count: number, total: number): MaskedCount | null {
  if (total < SMALLEST_AUDIENCE) return null;
  if (count < SMALLEST_SUM) return { from: 0, to: SMALLEST_SUM - 1 };
  if (total - count < SMALLEST_SUM) return { from: total - SMALLEST_SUM + 1, to: total };
  return { from: count, to: count };
}
