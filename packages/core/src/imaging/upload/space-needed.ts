/** How much room the server must have for slides that are to come. */

/** A slide may need more than as much again for its levels. Source: rule D-8. */
const FACTOR_FOR_LEVELS = 1.2;

/** All of them, and the levels of the largest: the others' are made one after the other, when it is known what they need. */
export function spaceNeededBytes(slideBytes: readonly number[]): number {
  const total = slideBytes.reduce((sum, bytes) => sum + bytes, 0);
  const largest = slideBytes.reduce((most, bytes) => Math.max(most, bytes), 0);
  return Math.ceil(total + largest * FACTOR_FOR_LEVELS);
}
