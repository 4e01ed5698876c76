/** Changes of uploads since the last check. */
import type { UploadEntry, UploadPhase } from "./upload-entry.ts";

interface UploadNews {
  readonly ready: readonly UploadEntry[];
  readonly failed: readonly UploadEntry[];
}

/** Phases by key. */
type SeenPhases = ReadonlyMap<string, UploadPhase>;

export const phasesOf = (entries: readonly UploadEntry[]): SeenPhases =>
  new Map(entries.map(({ key, phase }) => [key, phase]));

/**
 * An upload that ended before it was first seen, e.g. on another page, is not reported; a file that was rejected here
 * before sending is.
 */
export function uploadNews(seen: SeenPhases, entries: readonly UploadEntry[]): UploadNews {
  const hasTurned = (entry: UploadEntry, phase: UploadPhase) =>
    entry.phase === phase && seen.has(entry.key) && seen.get(entry.key) !== phase;
  const wasRejected = ({ key, phase, uploadId }: UploadEntry) =>
    phase === "failed" && uploadId === null && !seen.has(key);
  return {
    ready: entries.filter((entry) => hasTurned(entry, "done")),
    failed: entries.filter((entry) => hasTurned(entry, "failed") || wasRejected(entry)),
  };
}
