/** A limited number of places; further callers wait in a queue (first come, first served). */
export interface Places {
  /**
   * Takes a place as soon as one is free. @returns a function that releases it. @throws the signal's reason if aborted
   * while waiting.
   */
  take(signal?: AbortSignal): Promise<() => void>;
}

export function createPlaces(count: number): Places {
  let taken = 0;
  const waiting = new Set<() => void>();

  function giveBack(): void {
    // The place passes directly to the next in the queue.
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else next();
  }

  return {
    async take(signal) {
      signal?.throwIfAborted();
      if (taken < count) {
        taken += 1;
        return giveBack;
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(enter);
          reject(signal?.reason);
        };
        const enter = () => {
          waiting.delete(enter);
          signal?.removeEventListener("abort", leave);
          resolve(giveBack);
        };
        signal?.addEventListener("abort", leave, { once: true });
        waiting.add(enter);
      });
    },
  };
}
