/** The stored queue of an outbox, and its snapshot. */
import type { Numbered, OutboxEntry } from "./outbox-entry.ts";
import type { OutboxParts } from "./outbox-parts.ts";
import { saveStatusOf } from "./outbox-status.ts";
import type { QueueChange } from "./outbox-store.ts";

export interface OutboxQueue {
  /** Changes the stored queue, and notifies this page and the other tabs. */
  change(step: QueueChange, numbered?: readonly Numbered[]): Promise<void>;
  /** Shows items of this page under the IDs that the server has assigned. */
  renumber(numbered: readonly Numbered[]): void;
  /** Reads the stored queue. */
  refresh(): Promise<void>;
}

export function createQueue(
  { owner, store, world, name, state, numberedIds }: OutboxParts,
  onSnapshot: () => void,
): OutboxQueue {
  function underServerId(entry: OutboxEntry): OutboxEntry {
    const subjectId = entry.subjectId < 0 ? numberedIds.get(entry.subjectId) : undefined;
    return subjectId === undefined ? entry : { ...entry, subjectId };
  }
  function publish(stored: readonly OutboxEntry[]): void {
    const entries = stored.map(underServerId);
    const { isSignedOut } = state;
    const hasTrouble = state.failures > 0 || isSignedOut || state.hasOtherTabTrouble;
    const status = saveStatusOf(entries, hasTrouble);
    state.snapshot = { entries, status, isSignedOut, isDurable: store.isDurable };
    onSnapshot();
  }
  return {
    async change(step, numbered = []) {
      publish(await store.change(owner, step, numbered));
      world.announce(name, { numbered, hasTrouble: state.failures > 0 });
    },
    renumber(numbered) {
      if (numbered.length === 0) return;
      for (const { unsavedId, id } of numbered) numberedIds.set(unsavedId, id);
      publish(state.snapshot.entries);
    },
    async refresh() {
      publish(await store.list(owner));
    },
  };
}
