/** Recent searches in this browser, separate for each user and site. */
const PREFIX = "parfocal-searches-";
const MAX_RECENT = 6;

/** @param who identifies a user of a site. */
const keyOf = (who: string): string => PREFIX + who;

/** Newest first. */
export function readRecentSearches(who: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(who)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(who: string, query: string): void {
  const text = query.trim();
  if (text === "") return;
  const others = readRecentSearches(who).filter((other) => other.toLowerCase() !== text.toLowerCase());
  write(who, [text, ...others].slice(0, MAX_RECENT));
}

export function forgetSearches(who: string): void {
  write(who, []);
}

function write(who: string, searches: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(who), JSON.stringify(searches));
  } catch {
    // Storage is unavailable: nothing is stored.
  }
}
