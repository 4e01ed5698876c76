/**
 * The next states of the queue at the start of an attempt and after its response. Pure functions: the store saves the
 * result.
 */
import { isSameSubject, isWaiting, type OutboxEntry, type Refusal } from "./outbox-entry.ts";

/** How long the server keeps a key, minus one hour for differing clocks. Source: reliability rule D-4 (24 h). */
export const KEY_LIFETIME_MS = 23 * 60 * 60 * 1000;

/** The oldest waiting entry of each item, in order: an item's later entries wait for its earlier ones. */
export function sendableEntries(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const subjects = new Set<string>();
  return entries.filter((entry) => {
    const subject = `${entry.channel} ${entry.subjectId}`;
    if (!isWaiting(entry) || subjects.has(subject)) return false;
    subjects.add(subject);
    return true;
  });
}

/**
 * Whether sending it again could create the item twice: an earlier attempt may have succeeded, and the server may have
 * deleted its key. Only for creations: changes and removals can be repeated.
 */
export function isKeyExpired(entry: OutboxEntry, now: number): boolean {
  return entry.action === "create" && entry.firstAttemptAt !== null && now - entry.firstAttemptAt > KEY_LIFETIME_MS;
}

export const markAttempted = (entry: OutboxEntry, now: number): OutboxEntry => ({
  ...entry,
  firstAttemptAt: entry.firstAttemptAt ?? now,
});

/**
 * The server has it.
 *
 * @param savedId server ID of the created item; later entries about it get this ID.
 */
export function settleSaved(entries: readonly OutboxEntry[], key: string, savedId: number): OutboxEntry[] {
  const saved = entries.find((entry) => entry.key === key);
  if (!saved) return [...entries];
  return entries
    .filter((entry) => entry !== saved)
    .map((entry) => (isSameSubject(entry, saved) ? { ...entry, subjectId: savedId } : entry));
}

/**
 * The server rejects it: it leaves the queue and is kept for the user. Entries that depend on a rejected creation
 * cannot be sent any more: changes are added to the kept entry, and a removal drops it.
 */
export function settleRejected(entries: readonly OutboxEntry[], key: string, refusal: Refusal): OutboxEntry[] {
  const rejected = entries.find((entry) => entry.key === key);
  if (!rejected) return [...entries];
  const withRefusal: OutboxEntry = { ...rejected, refusal };
  if (rejected.action !== "create") return entries.map((entry) => (entry === rejected ? withRefusal : entry));
  const behind = entries.filter((entry) => entry !== rejected && isSameSubject(entry, rejected));
  const others = entries.filter((entry) => !isSameSubject(entry, rejected));
  if (behind.some((entry) => entry.action === "remove")) return others;
  const fields: OutboxEntry["fields"] = Object.assign({}, ...[withRefusal, ...behind].map((entry) => entry.fields));
  return [...others, { ...withRefusal, fields }].sort((one, other) => one.sequence - other.sequence);
}

/** The user discards a rejected change. */
export function discardRejected(entries: readonly OutboxEntry[], key: string): OutboxEntry[] {
  return entries.filter((entry) => entry.key !== key || isWaiting(entry));
}
