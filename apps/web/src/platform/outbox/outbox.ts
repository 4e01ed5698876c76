/**
 * The outbox of one user: accepts changes, stores them, and sends them in order until the server has confirmed each.
 *
 * Source: reliability rules D-4 and D-14. Only one tab drains it at a time (Web Locks). In browsers without them, the
 * idempotency keys prevent items from being created twice, and all other changes can be repeated.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { backoffMs } from "./backoff.ts";
import { draftsOf } from "./left-drafts.ts";
import type { Numbered, OutboxEntry, OutboxOwner, OutboxRequest } from "./outbox-entry.ts";
import { takeIntoQueue } from "./outbox-intake.ts";
import type { OutboxParts, OutboxSnapshot, OutboxState } from "./outbox-parts.ts";
import { createQueue, type OutboxQueue } from "./outbox-queue.ts";
import {
  discardRejected,
  isKeyExpired,
  markAttempted,
  sendableEntries,
  settleRejected,
  settleSaved,
} from "./outbox-settlement.ts";
import type { OutboxStore, QueueChange } from "./outbox-store.ts";
import { asAppError, type Verdict, verdictOn } from "./outbox-verdict.ts";
import type { OutboxWorld } from "./outbox-world.ts";

/** The server's response to an entry. */
export interface Delivery {
  /** The server's ID of the item. */
  readonly id: number;
  readonly answer: unknown;
}

/** Sends one entry. @throws AppError like `call()`. */
export type Sender = (entry: OutboxEntry, signal: AbortSignal) => Promise<Delivery>;

/** An attempt without a response after this time has failed; it is repeated under the same key. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/**
 * Confirmed entries are removed from a long queue together, with at least this interval between: each removal reads the
 * queue and renders the page. After a crash in between they are sent again under their keys.
 */
const SETTLE_PAUSE_MS = 500;

/**
 * A saved item had the ID `entry.subjectId` until now, and has `delivery.id` from now on, also in entries of the
 * snapshot.
 */
export type OutboxEvent = {
  /** Entries without a response yet. */
  readonly others: readonly OutboxEntry[];
} & (
  | { readonly kind: "saved"; readonly entry: OutboxEntry; readonly delivery: Delivery }
  | { readonly kind: "rejected"; readonly entry: OutboxEntry; readonly error: AppError }
);

export interface Outbox {
  readonly owner: OutboxOwner;
  /**
   * Adds a change.
   *
   * @returns the item's ID from now on (negative: the server has not assigned one yet), once the change is stored.
   * @throws AppError `notFound` if the item no longer exists.
   */
  add(request: OutboxRequest): Promise<number>;
  /**
   * Adds several changes in one step.
   *
   * @returns their IDs, in order; null: the item no longer exists, and nothing is queued for it.
   */
  addMany(requests: readonly OutboxRequest[]): Promise<readonly (number | null)[]>;
  /** Removes an entry that the server rejected. */
  discard(key: string): Promise<void>;
  /** Sends waiting entries immediately. */
  drainNow(): void;
  snapshot(): OutboxSnapshot;
  subscribe(listener: () => void): () => void;
  /** Reports each response to an entry of this tab, before the entry leaves the snapshot. */
  onEvent(listener: (event: OutboxEvent) => void): () => void;
  readDraft(scope: string): Promise<unknown>;
  writeDraft(scope: string, draft: unknown): Promise<void>;
  /** Stores a draft synchronously when the page is closed; it is read before any other. */
  leaveDraft(scope: string, draft: unknown): void;
  close(): void;
}

export function createOutbox(
  owner: OutboxOwner,
  store: OutboxStore,
  senders: Readonly<Record<string, Sender>>,
  world: OutboxWorld,
): Outbox {
  const name = `parfocal-outbox-${owner.siteId}-${owner.userId}`;
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: OutboxEvent) => void>();
  const state: OutboxState = {
    snapshot: { entries: [], status: "saved", isSignedOut: false, isDurable: store.isDurable },
    failures: 0,
    isSignedOut: false,
    hasOtherTabTrouble: false,
    isClosed: false,
  };
  const parts: OutboxParts = { owner, store, world, name, state, numberedIds: new Map() };
  const queue = createQueue(parts, () => {
    for (const listener of listeners) listener();
  });
  const courier = createCourier(parts, queue, senders, (event) => {
    for (const listener of eventListeners) listener(event);
  });
  const drain = createDrain(parts, queue, courier);
  const addMany = createIntake(parts, queue, drain.start);
  const stopListening = world.listen(name, {
    onOtherTab({ numbered, hasTrouble }) {
      state.hasOtherTabTrouble = hasTrouble;
      for (const { unsavedId, id } of numbered) parts.numberedIds.set(unsavedId, id);
      void queue.refresh();
    },
    onOnline: drain.start,
  });
  void queue.refresh().then(drain.start);

  return {
    owner,
    async add(request) {
      const [id = null] = await addMany([request]);
      if (id === null) throw new AppError("notFound", message("generic.failed"));
      return id;
    },
    addMany,
    async discard(key) {
      await queue.change((entries) => discardRejected(entries, key));
    },
    drainNow() {
      state.isSignedOut = false;
      drain.start();
    },
    snapshot: () => state.snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    ...draftsOf(owner, store),
    close() {
      state.isClosed = true;
      drain.cancelPause();
      stopListening();
      listeners.clear();
      eventListeners.clear();
    },
  };
}

/** @returns `addMany` of the outbox. */
function createIntake(parts: OutboxParts, queue: OutboxQueue, onAdded: () => void): Outbox["addMany"] {
  const { owner, store, world, numberedIds } = parts;
  /** Reads the server IDs of items that an earlier page of this browser knew by a preliminary ID. */
  async function learnNumbers(requests: readonly OutboxRequest[]): Promise<void> {
    const subjectIds = new Set(requests.flatMap(({ action, subjectId }) => (action === "create" ? [] : [subjectId])));
    for (const unsavedId of subjectIds) {
      if (unsavedId >= 0 || numberedIds.has(unsavedId)) continue;
      const id = await store.findNumber(owner, unsavedId);
      if (id !== undefined) numberedIds.set(unsavedId, id);
    }
  }
  return async (requests) => {
    await learnNumbers(requests);
    let ids: readonly (number | null)[] = [];
    await queue.change((entries) => {
      const facts = { owner, now: world.now(), newKey: world.newKey, numberOf: (id: number) => numberedIds.get(id) };
      const taken = takeIntoQueue(entries, requests, facts);
      ids = taken.ids;
      return taken.queue;
    });
    onAdded();
    return ids;
  };
}

interface Courier {
  /** Sends one entry and handles a rejection. @returns the outcome. */
  attempt(entry: OutboxEntry): Promise<"saved" | Verdict>;
  /** Removes confirmed entries from the queue. */
  settleDelivered(): Promise<void>;
}

function createCourier(
  { store, world, state }: OutboxParts,
  queue: OutboxQueue,
  senders: Readonly<Record<string, Sender>>,
  emit: (event: OutboxEvent) => void,
): Courier {
  /** Confirmed by the server, and still in the queue. */
  let delivered: { readonly entry: OutboxEntry; readonly delivery: Delivery }[] = [];
  let lastSettledAt = 0;

  async function refuse(entry: OutboxEntry, error: AppError): Promise<void> {
    await settleDelivered();
    const { kind, message, codes } = error;
    emit({ kind: "rejected", entry, error, others: state.snapshot.entries.filter(({ key }) => key !== entry.key) });
    await queue.change((entries) => settleRejected(entries, entry.key, { kind, message, codes }));
  }

  async function settleDelivered(): Promise<void> {
    const settled = delivered;
    if (settled.length === 0) return;
    delivered = [];
    lastSettledAt = world.now();
    const numbered = settled.flatMap(({ entry, delivery }): Numbered[] =>
      entry.subjectId < 0 ? [{ unsavedId: entry.subjectId, id: delivery.id }] : [],
    );
    queue.renumber(numbered);
    let others = state.snapshot.entries;
    for (const { entry, delivery } of settled) {
      others = others.filter(({ key }) => key !== entry.key);
      emit({ kind: "saved", entry, delivery, others });
    }
    const settle: QueueChange = (entries) =>
      settled.reduce((rest, { entry, delivery }) => settleSaved(rest, entry.key, delivery.id), entries);
    await queue.change(settle, numbered);
  }

  async function attempt(entry: OutboxEntry): Promise<"saved" | Verdict> {
    const send = senders[entry.channel];
    if (!send) return "later";
    if (isKeyExpired(entry, world.now())) {
      await refuse(entry, new AppError("conflict", "", { codes: ["maybeSaved"] }));
      return "rejected";
    }
    const current = await store.changeEntry(entry.key, (stored) => markAttempted(stored, world.now()));
    if (!current) return "saved";
    try {
      const delivery = await send(current, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS));
      state.failures = 0;
      delivered.push({ entry: current, delivery });
      if (world.now() - lastSettledAt >= SETTLE_PAUSE_MS) await settleDelivered();
      return "saved";
    } catch (error) {
      const known = asAppError(error);
      const verdict = verdictOn(known);
      if (verdict === "rejected") await refuse(entry, known);
      return verdict;
    }
  }
  return { attempt, settleDelivered };
}

interface Drain {
  /** Sends waiting entries, unless that is in progress. */
  start(): void;
  /** Cancels the next attempt. */
  cancelPause(): void;
}

function createDrain({ owner, store, world, name, state }: OutboxParts, queue: OutboxQueue, courier: Courier): Drain {
  let cancelNext: (() => void) | null = null;
  let draining: Promise<void> | null = null;
  let isRequested = false;

  function startAfterPause(): void {
    if (!state.isClosed) cancelNext = world.after(backoffMs(state.failures), start);
  }

  /** @returns whether an attempt failed, so that another drain is due. */
  async function sendAll(): Promise<boolean> {
    const postponed = new Set<string>();
    let hasFailed = false;
    let canContinue = true;
    while (!state.isClosed && canContinue) {
      const entries = await store.list(owner);
      const round = sendableEntries(entries).filter((entry) => !postponed.has(entry.key));
      if (round.length === 0) break;
      for (const next of round) {
        if (state.isClosed || !canContinue) break;
        const outcome = await courier.attempt(next);
        if (outcome === "later") postponed.add(next.key);
        if (outcome === "signedOut") state.isSignedOut = true;
        if (outcome === "later" || outcome === "stop") hasFailed = true;
        canContinue = outcome !== "stop" && outcome !== "signedOut";
      }
      await courier.settleDelivered();
    }
    return hasFailed;
  }

  async function drainQueue(): Promise<void> {
    const hasFailed = await sendAll();
    state.failures = hasFailed ? state.failures + 1 : 0;
    state.hasOtherTabTrouble = false;
    await queue.refresh();
    world.announce(name, { numbered: [], hasTrouble: hasFailed });
    if (hasFailed) startAfterPause();
  }

  function start(): void {
    cancelNext?.();
    cancelNext = null;
    if (state.isClosed || state.isSignedOut) return;
    if (draining) {
      isRequested = true;
      return;
    }
    draining = world
      .whileAlone(name, drainQueue)
      .catch(() => {
        state.failures += 1;
        startAfterPause();
      })
      .finally(() => {
        draining = null;
        if (!isRequested) return;
        isRequested = false;
        if (cancelNext === null) start();
      });
  }
  return { start, cancelPause: () => cancelNext?.() };
}
