/** Limits the number of searches per user, since searches are more expensive than other calls. */
import { AppError } from "@parfocal/core/errors.ts";

/** Fast typing with a suggestion every half second results in 120 per minute; a script sends more. */
const SEARCHES_PER_MINUTE = 240;
const MINUTE_MS = 60_000;
/** Maximum number of counted users; above it all counts are reset. */
const MAX_COUNTED = 50_000;

interface SearchPace {
  /** @param who a user, or the network address of a guest. @throws AppError `tooManyRequests`. */
  count(who: string, now: number): void;
}

export function createSearchPace(maxPerMinute = SEARCHES_PER_MINUTE): SearchPace {
  let minute = 0;
  const counts = new Map<string, number>();
  return {
    count(who, now) {
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute || counts.size > MAX_COUNTED) counts.clear();
      minute = current;
      const count = (counts.get(who) ?? 0) + 1;
      counts.set(who, count);
      if (count > maxPerMinute)
        throw new AppError("tooManyRequests", "Too many searches. Try again in a minute.", {
          codes: ["tooManySearches"],
        });
    },
  };
}
