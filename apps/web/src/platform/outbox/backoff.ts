/** Pause before the next attempt. Source: issue 2, part 7 (1, 2, 4 … 30 s). */

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** @param failures number of consecutive failures, from 1. */
export function backoffMs(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (Math.max(1, failures) - 1));
}
