/** Turns changes into entries: each gets its position, its key, and the ID of its item. */
import { type OutboxEntry, type OutboxOwner, type OutboxRequest, unsavedSubjectId } from "./outbox-entry.ts";
import { foldIntoQueue } from "./outbox-folding.ts";

interface IntakeFacts {
  readonly owner: OutboxOwner;
  /** ms since the epoch. */
  readonly now: number;
  newKey(): string;
  /** The server's ID for a preliminary ID of this browser; undefined: unknown. */
  numberOf(unsavedId: number): number | undefined;
}

interface Intake {
  readonly queue: readonly OutboxEntry[];
  /** In the order of the requests; null: the item no longer exists, and nothing is queued for it. */
  readonly ids: readonly (number | null)[];
}

export function takeIntoQueue(
  entries: readonly OutboxEntry[],
  requests: readonly OutboxRequest[],
  { owner, now, newKey, numberOf }: IntakeFacts,
): Intake {
  const inQueue = new Set(entries.map(({ channel, subjectId }) => `${channel} ${subjectId}`));
  let nextUnsavedId = unsavedSubjectId(entries, now);
  let sequence = entries.reduce((highest, entry) => Math.max(highest, entry.sequence), 0);

  /** A preliminary ID is never used for two items, even if the first one has left the queue. */
  function newUnsavedId(): number {
    while (numberOf(nextUnsavedId) !== undefined) nextUnsavedId -= 1;
    return nextUnsavedId--;
  }

  function subjectIdOf({ action, channel, subjectId }: OutboxRequest): number | null {
    if (action === "create") {
      const id = subjectId < -1 ? subjectId : newUnsavedId();
      inQueue.add(`${channel} ${id}`);
      return id;
    }
    if (subjectId >= 0 || inQueue.has(`${channel} ${subjectId}`)) return subjectId;
    return numberOf(subjectId) ?? null;
  }

  const ids = requests.map(subjectIdOf);
  const added = requests.flatMap((request, index): OutboxEntry[] => {
    const subjectId = ids[index] ?? null;
    if (subjectId === null) return [];
    sequence += 1;
    const entry = { ...request, ...owner, subjectId, key: newKey(), sequence, createdAt: now };
    return [{ ...entry, firstAttemptAt: null, refusal: null }];
  });
  return { queue: foldIntoQueue(entries, added), ids };
}
