/** Data that the parts of an outbox share, and its environment. */
import type { Numbered, OutboxEntry, OutboxOwner } from "./outbox-entry.ts";
import type { SaveStatus } from "./outbox-status.ts";
import type { OutboxStore } from "./outbox-store.ts";

export interface OutboxSnapshot {
  /** Under the ID that the server has assigned, even if the stored queue does not have it yet. */
  readonly entries: readonly OutboxEntry[];
  readonly status: SaveStatus;
  /** Whether sending waits for a sign-in. */
  readonly isSignedOut: boolean;
  readonly isDurable: boolean;
}

/** Message between tabs. */
export interface OutboxNews {
  /** Items that have just received their server ID. */
  readonly numbered: readonly Numbered[];
  /** Whether the tab's last attempt failed. */
  readonly hasTrouble: boolean;
}

/** Environment of the outbox; tests provide their own. */
export interface OutboxWorld {
  now(): number;
  newKey(): string;
  /** @returns a function that cancels it. */
  after(delayMs: number, act: () => void): () => void;
  /** Runs `work` unless another tab is running it. */
  whileAlone(name: string, work: () => Promise<void>): Promise<void>;
  /** Tells other tabs that the queue changed. */
  announce(name: string, news: OutboxNews): void;
  /** Reports announcements of other tabs, and that the network is back. @returns a function that stops it. */
  listen(name: string, handlers: { onOtherTab(news: OutboxNews): void; onOnline(): void }): () => void;
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
