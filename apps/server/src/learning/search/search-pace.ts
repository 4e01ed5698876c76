/** Keeps one person from asking without end: searches cost more than other calls. */
import { AppError } from "@parfocal/core/errors.ts";

/** Fast typing with a suggestion each half second is 120 a minute; a script is more. */
export const SEARCHES_PER_MINUTE = 240;
const MINUTE_MS = 60_000;
/** People whose searches are counted at once; beyond it the counts begin anew. */
const MAX_COUNTED = 50_000;

export interface SearchPace {
  /** @param who a user, or the address of a guest. @throws AppError `tooManyRequests`. */
  count(who: string, now: number): void;
}

export function createSearchPace(mostPerMinute = SEARCHES_PER_MINUTE): SearchPace {
  let minute = 0;
  const counts = new Map<string, number>();
  return {
    count(who, now) {
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute || counts.size > MAX_COUNTED) counts.clear();
      minute = current;
      const count = (counts.get(who) ?? 0) + 1;
      counts.set(who, count);
      if (count > mostPerMinute)
        throw new AppError("tooManyRequests", "Too many searches. Try again in a minute.", {
          codes: ["tooManySearches"],
        });
    },
  };
}
