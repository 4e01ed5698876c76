/** Suggestions while typing: fetched once, then stored for each field in session storage. */

/** Source: spec part 2, section 9 (autocomplete debounce 500 ms). */
export const SUGGESTION_PAUSE_MS = 500;
/** Maximum number of stored responses for one field; the oldest is deleted first. */
const MAX_KEPT = 50;

type StoredAnswers = Readonly<Record<string, readonly string[]>>;

function readCached(key: string): StoredAnswers {
  try {
    const cached: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return typeof cached === "object" && cached !== null && !Array.isArray(cached) ? (cached as StoredAnswers) : {};
  } catch {
    return {};
  }
}

function keep(key: string, q: string, words: readonly string[]): void {
  const others = Object.entries(readCached(key)).filter(([cachedQuery]) => cachedQuery !== q);
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries([...others, [q, words]].slice(-MAX_KEPT))));
  } catch {
    // Storage is unavailable or full: the next query is sent again.
  }
}

/**
 * @param key key of the field in session storage. @param q trimmed, two characters or more.
 * @throws errors of `ask`; then nothing is stored.
 */
export async function cachedSuggestions(
  key: string,
  q: string,
  ask: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  // An object orders keys that look like numbers differently; a prefix keeps the order of insertion.
  const queryKey = `q:${q.toLowerCase()}`;
  const cached = readCached(key)[queryKey];
  if (Array.isArray(cached)) return cached;
  const words = await ask();
  keep(key, queryKey, words);
  return words;
}
