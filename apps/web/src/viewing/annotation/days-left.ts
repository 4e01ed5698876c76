const DAY_MS = 24 * 60 * 60 * 1000;

/** Days until an instant, rounded up, at least 0. @param until ISO 8601. @param now ms since the epoch. */
export function daysLeft(until: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / DAY_MS));
}
