/** Which samples the compositor's workers hold, so that the page knows what it need not fetch, and memory has a bound. */

export interface SampleLedger {
  has(key: string): boolean;
  /**
   * Notes that the samples are held and used now.
   *
   * @returns keys that have to be forgotten to make room, those not used for longest first; never the one noted.
   */
  note(key: string, bytes: number): readonly string[];
  forget(key: string): void;
}

export function createSampleLedger(mostBytes: number): SampleLedger {
  /** In the order of their last use. */
  const held = new Map<string, number>();
  let total = 0;

  function forget(key: string): void {
    total -= held.get(key) ?? 0;
    held.delete(key);
  }

  return {
    has: (key) => held.has(key),
    note(key, bytes) {
      forget(key);
      held.set(key, bytes);
      total += bytes;
      const gone: string[] = [];
      for (const oldest of held.keys()) {
        if (total <= mostBytes || oldest === key) break;
        gone.push(oldest);
        forget(oldest);
      }
      return gone;
    },
    forget,
  };
}
