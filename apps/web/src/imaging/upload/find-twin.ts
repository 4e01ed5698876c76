/** Searches for the same file among existing slides; a duplicate is rarely wanted. */
import type { Twin, UploadPhase } from "./upload-entry.ts";
import type { UploadList } from "./upload-list.ts";
import type { UploadTransport } from "./upload-transport.ts";

/** Phases of an upload that becomes a slide, or has become one: another upload of the same file is a duplicate. */
const IS_COMING: readonly UploadPhase[] = [
  "sending",
  "retrying",
  "paused",
  "finishing",
  "checking",
  "preparing",
  "done",
];

/** Searches the preceding entries. @param sha256 hash of the entry with this key. */
export function findTwinInList(list: UploadList, key: string, sha256: string): Twin | null {
  const entries = list.entries();
  const before = entries.slice(
    0,
    entries.findIndex((entry) => entry.key === key),
  );
  const twin = before.find((entry) => list.workOf(entry.key)?.sha256 === sha256 && IS_COMING.includes(entry.phase));
  return twin ? { kind: "entry", filename: twin.filename } : null;
}

/** Searches existing slides. @param sha256 hash of the entry with this key. */
export async function findTwinOnServer(
  transport: UploadTransport,
  list: UploadList,
  key: string,
  sha256: string,
  signal: AbortSignal,
): Promise<Twin | null> {
  const slide = await transport.findKnown(sha256, signal);
  const entry = list.find(key);
  if (!slide || !entry) return null;
  const isInPlace =
    entry.destination === null || (entry.folders.length === 0 && slide.parentIds.includes(entry.destination.id));
  return { kind: "slide", slide, isInPlace };
}
