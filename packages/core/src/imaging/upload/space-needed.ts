/** Disk space that the server needs for the uploaded slides. */

/** Extra space for the resolution levels, relative to the size of the slide. Source: rule D-8. */
const FACTOR_FOR_LEVELS = 1.2;

/**
 * All slides, plus the levels of the largest one: levels are created one slide at a time, when their real size is
 * known.
 */
export function spaceNeededBytes(slideBytes: readonly number[]): number {
  const total = slideBytes.reduce((sum, bytes) => sum + bytes, 0);
  const largest = slideBytes.reduce((most, bytes) => Math.max(most, bytes), 0);
  return Math.ceil(total + largest * FACTOR_FOR_LEVELS);
}
