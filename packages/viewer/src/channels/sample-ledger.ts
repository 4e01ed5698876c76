/**
 * Tracks which samples the compositor's workers have cached, so that the page fetches none twice and memory is bounded.
 */

export interface SampleLedger {
  has(key: string): boolean;
  /**
   * Records that the samples are cached and in use.
   *
   * @returns keys to evict, least recently used first; never the recorded one.
   */
  note(key: string, bytes: number): readonly string[];
  forget(key: string): void;
}

export function createSampleLedger(maxBytes: number): SampleLedger {
  /** In order of last use. */
  const cached = new Map<string, number>();
  let total = 0;

  function forget(key: string): void {
    total -= cached.get(key) ?? 0;
    cached.delete(key);
  }

  return {
    has: (key) => cached.has(key),
    note(key, bytes) {
      forget(key);
      cached.set(key, bytes);
      total += bytes;
      const gone: string[] = [];
      for (const oldest of cached.keys()) {
        if (total <= maxBytes || oldest === key) break;
        gone.push(oldest);
        forget(oldest);
      }
      return gone;
    },
    forget,
  };
}
