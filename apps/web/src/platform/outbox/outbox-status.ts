/** The status of the user's changes, in one word. Source: reliability rule D-14. */
import { isWaiting, type OutboxEntry } from "./outbox-entry.ts";

export type SaveStatus = "saved" | "saving" | "notSaved";

/**
 * @param hasTrouble whether the last attempt failed (or the browser is offline, or nobody is signed in): then waiting
 * entries are "not saved yet" rather than "saving".
 */
export function saveStatusOf(entries: readonly OutboxEntry[], hasTrouble: boolean): SaveStatus {
  if (entries.length === 0) return "saved";
  if (hasTrouble || !entries.every(isWaiting)) return "notSaved";
  return "saving";
}
