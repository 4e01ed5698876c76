/** Chunks, rates and times of an upload. */

/** Numbers of the chunks that the server lacks, ascending. */
export function missingChunks(chunkCount: number, received: readonly number[]): number[] {
  const known = new Set(received);
  return Array.from({ length: chunkCount }, (_, number) => number).filter((number) => !known.has(number));
}

/** Bytes of a chunk; the last one is shorter. */
export function chunkLength(bytes: number, chunkBytes: number, number: number): number {
  return Math.max(0, Math.min(chunkBytes, bytes - number * chunkBytes));
}

/** Bytes stored on the server. */
export function receivedBytes(bytes: number, chunkBytes: number, received: readonly number[]): number {
  return received.reduce((sum, number) => sum + chunkLength(bytes, chunkBytes, number), 0);
}

interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

/** Averaging window of the rate: long enough to be stable, short enough to follow the network. */
const RATE_WINDOW_MS = 8000;
/** Minimum time before a rate is calculated. */
const RATE_MIN_MS = 1000;

interface RateMeter {
  /** @param atMs monotonic clock. @param bytes total sent so far. */
  note(atMs: number, bytes: number): void;
  /** Bytes per second over the window; null: too early. */
  rate(atMs: number): number | null;
}

export function createRateMeter(): RateMeter {
  let samples: Sample[] = [];
  return {
    note(atMs, bytes) {
      samples = [...samples.filter((sample) => atMs - sample.atMs <= RATE_WINDOW_MS), { atMs, bytes }];
    },
    rate(atMs) {
      const [first] = samples;
      const last = samples.at(-1);
      if (!first || !last || atMs - first.atMs < RATE_MIN_MS) return null;
      return Math.max(0, ((last.bytes - first.bytes) * 1000) / (atMs - first.atMs));
    },
  };
}

/** Whole seconds, rounded up; null if unknown. */
export function timeLeftS(bytesLeft: number, rate: number | null): number | null {
  return rate === null || rate <= 0 ? null : Math.ceil(bytesLeft / rate);
}

export type Duration =
  | { readonly unit: "seconds"; readonly count: number }
  | { readonly unit: "minutes"; readonly count: number }
  | { readonly unit: "hours"; readonly hours: number; readonly minutes: number };

/** Rounded time left: steps of 5 s under a minute, then minutes, then hours. */
export function roughDuration(seconds: number): Duration {
  if (seconds <= 55)
    return { unit: "seconds", count: Math.max(1, seconds <= 10 ? seconds : Math.ceil(seconds / 5) * 5) };
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return { unit: "minutes", count: minutes };
  return { unit: "hours", hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
