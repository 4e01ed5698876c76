/** Data that the parts of an outbox share. */
import type { OutboxEntry, OutboxOwner } from "./outbox-entry.ts";
import type { SaveStatus } from "./outbox-status.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { OutboxWorld } from "./outbox-world.ts";

export interface OutboxSnapshot {
  /** Under the ID that the server has assigned, even if the stored queue does not have it yet. */
  readonly entries: readonly OutboxEntry[];
  readonly status: SaveStatus;
  /** Whether sending waits for a sign-in. */
  readonly isSignedOut: boolean;
  readonly isDurable: boolean;
}

/** Mutable state of an open outbox. */
export interface OutboxState {
  snapshot: OutboxSnapshot;
  /** Failed drains in a row. */
  failures: number;
  isSignedOut: boolean;
  hasOtherTabTrouble: boolean;
  isClosed: boolean;
}

/** Shared data of the parts of an outbox. */
export interface OutboxParts {
  readonly owner: OutboxOwner;
  readonly store: OutboxStore;
  readonly world: OutboxWorld;
  /** Name of the owner's queue, in all tabs. */
  readonly name: string;
  readonly state: OutboxState;
  /** Server IDs of items, by the ID they had before; those numbered before the page was opened are in the store. */
  readonly numberedIds: Map<number, number>;
}
