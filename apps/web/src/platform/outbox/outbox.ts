/**
 * The outbox of one user: takes changes, keeps them, and sends them in order until the server has confirmed each.
 *
 * Source: reliability rules D-4 and D-14. One drain at a time across tabs (Web Locks, where the browser has them; where
 * not, keys keep creations single and the rest can be repeated).
 */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { backoffMs } from "./backoff.ts";
import { draftsOf } from "./left-drafts.ts";
import type { Numbered, OutboxEntry, OutboxOwner, OutboxRequest } from "./outbox-entry.ts";
import { takeIntoQueue } from "./outbox-intake.ts";
import {
  discardRefused,
  isKeyExpired,
  markAttempted,
  sendableEntries,
  settleRefused,
  settleSaved,
} from "./outbox-settlement.ts";
import { type SaveStatus, saveStatusOf } from "./outbox-status.ts";
import type { OutboxStore, QueueChange } from "./outbox-store.ts";
import { type Verdict, verdictOn } from "./outbox-verdict.ts";

/** What the server answered to an entry. */
export interface Delivery {
  /** The server's id of the item. */
  readonly id: number;
  readonly answer: unknown;
}

/** Sends one entry. @throws AppError as `call()` does. */
export type Sender = (entry: OutboxEntry, signal: AbortSignal) => Promise<Delivery>;

/** An attempt that has not been answered for so long counts as failed; it is repeated under the same key. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/**
 * What the server has confirmed leaves a long queue together, at most so often: each leaving reads the queue and draws
 * the page anew. What is lost in between by a crash is sent again under its key.
 */
const SETTLE_PAUSE_MS = 500;

export interface OutboxSnapshot {
  readonly entries: readonly OutboxEntry[];
  readonly status: SaveStatus;
  /** Whether sending waits for a sign-in. */
  readonly isSignedOut: boolean;
  readonly isDurable: boolean;
}

/** What was saved was known under `entry.subjectId` until now, and is under `delivery.id` from now on. */
export type OutboxEvent = {
  /** What is still to be answered after this one. */
  readonly others: readonly OutboxEntry[];
} & (
  | { readonly kind: "saved"; readonly entry: OutboxEntry; readonly delivery: Delivery }
  | { readonly kind: "refused"; readonly entry: OutboxEntry; readonly error: AppError }
);

/** What tabs tell each other. */
export interface OutboxNews {
  /** Items that the server has numbered just now. */
  readonly numbered: readonly Numbered[];
  /** Whether the tab's last attempt failed. */
  readonly hasTrouble: boolean;
}

/** What the outbox needs of the world; tests bring their own. */
export interface OutboxWorld {
  now(): number;
  newKey(): string;
  /** @returns what cancels it. */
  after(delayMs: number, act: () => void): () => void;
  /** Runs `work` unless another tab is at it. */
  whileAlone(name: string, work: () => Promise<void>): Promise<void>;
  /** Tells other tabs that the queue changed. */
  announce(name: string, news: OutboxNews): void;
  /** Calls when another tab announced, or the network came back. @returns what stops it. */
  listen(name: string, handlers: { onOtherTab(news: OutboxNews): void; onOnline(): void }): () => void;
}

export interface Outbox {
  readonly owner: OutboxOwner;
  /**
   * Takes a change.
   *
   * @returns the id under which the item is known from now on (negative: not numbered yet), once the change is kept.
   * @throws AppError `notFound` if the item is not there any more.
   */
  add(request: OutboxRequest): Promise<number>;
  /**
   * Takes several changes in one step.
   *
   * @returns their ids, in order; null: the item is not there any more, and nothing is queued for it.
   */
  addMany(requests: readonly OutboxRequest[]): Promise<readonly (number | null)[]>;
  /** Forgets what the server refused. */
  discard(key: string): Promise<void>;
  /** Tries at once what waits. */
  drainNow(): void;
  snapshot(): OutboxSnapshot;
  subscribe(listener: () => void): () => void;
  /** Hears of each answer to what this tab sent, before the entry leaves the snapshot. */
  onEvent(listener: (event: OutboxEvent) => void): () => void;
  readDraft(scope: string): Promise<unknown>;
  writeDraft(scope: string, draft: unknown): Promise<void>;
  /** The last word about a draft when the page goes: kept at once, and read first. */
  leaveDraft(scope: string, draft: unknown): void;
  close(): void;
}

/** A timeout is a server that is away; anything else that no call throws is a bug of the sender. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
  return new AppError(isTimeout ? "unavailable" : "internal", "", { cause: error });
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
  /** Server ids of items, by the id they had before; what was numbered before the page was opened is in the store. */
  const numberedIds = new Map<number, number>();
  /** Confirmed by the server, and still in the queue. */
  let delivered: { readonly entry: OutboxEntry; readonly delivery: Delivery }[] = [];
  let lastSettledAt = 0;
  let snapshot: OutboxSnapshot = { entries: [], status: "saved", isSignedOut: false, isDurable: store.isDurable };
  let failures = 0;
  let isSignedOut = false;
  let hasOtherTabTrouble = false;
  let isClosed = false;
  let cancelPause: (() => void) | null = null;
  let draining: Promise<void> | null = null;
  let isDrainWanted = false;

  function publish(entries: readonly OutboxEntry[]): void {
    const hasTrouble = failures > 0 || isSignedOut || hasOtherTabTrouble;
    snapshot = { entries, status: saveStatusOf(entries, hasTrouble), isSignedOut, isDurable: store.isDurable };
    for (const listener of listeners) listener();
  }

  async function change(step: QueueChange, numbered: readonly Numbered[] = []): Promise<void> {
    for (const { unsavedId, id } of numbered) numberedIds.set(unsavedId, id);
    publish(await store.change(owner, step, numbered));
    world.announce(name, { numbered, hasTrouble: failures > 0 });
  }

  async function refresh(): Promise<void> {
    publish(await store.list(owner));
  }

  function tell(event: OutboxEvent): void {
    for (const listener of eventListeners) listener(event);
  }

  async function refuse(entry: OutboxEntry, error: AppError): Promise<void> {
    await settleDelivered();
    const { kind, message, codes } = error;
    tell({ kind: "refused", entry, error, others: snapshot.entries.filter(({ key }) => key !== entry.key) });
    await change((entries) => settleRefused(entries, entry.key, { kind, message, codes }));
  }

  async function settleDelivered(): Promise<void> {
    const settled = delivered;
    if (settled.length === 0) return;
    delivered = [];
    lastSettledAt = world.now();
    let others = snapshot.entries;
    for (const { entry, delivery } of settled) {
      others = others.filter(({ key }) => key !== entry.key);
      tell({ kind: "saved", entry, delivery, others });
    }
    const settle: QueueChange = (entries) =>
      settled.reduce((rest, { entry, delivery }) => settleSaved(rest, entry.key, delivery.id), entries);
    const created = settled.filter(({ entry }) => entry.subjectId < 0);
    await change(
      settle,
      created.map(({ entry, delivery }) => ({ unsavedId: entry.subjectId, id: delivery.id })),
    );
  }

  /** Reads the numbers of items that an earlier page of this browser knew without. */
  async function learnNumbers(requests: readonly OutboxRequest[]): Promise<void> {
    const asked = new Set(requests.flatMap(({ action, subjectId }) => (action === "create" ? [] : [subjectId])));
    for (const unsavedId of asked) {
      if (unsavedId >= 0 || numberedIds.has(unsavedId)) continue;
      const id = await store.findNumber(owner, unsavedId);
      if (id !== undefined) numberedIds.set(unsavedId, id);
    }
  }

  async function addMany(requests: readonly OutboxRequest[]): Promise<readonly (number | null)[]> {
    await learnNumbers(requests);
    let ids: readonly (number | null)[] = [];
    await change((entries) => {
      const facts = { owner, now: world.now(), newKey: world.newKey, numberOf: (id: number) => numberedIds.get(id) };
      const taken = takeIntoQueue(entries, requests, facts);
      ids = taken.ids;
      return taken.queue;
    });
    drain();
    return ids;
  }

  /** @returns how it went; `refused` is settled here. */
  async function attempt(entry: OutboxEntry): Promise<"saved" | Verdict> {
    const send = senders[entry.channel];
    if (!send) return "later";
    if (isKeyExpired(entry, world.now())) {
      await refuse(entry, new AppError("conflict", "", { codes: ["maybeSaved"] }));
      return "refused";
    }
    const current = await store.changeEntry(entry.key, (kept) => markAttempted(kept, world.now()));
    if (!current) return "saved";
    try {
      const delivery = await send(current, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS));
      failures = 0;
      delivered.push({ entry: current, delivery });
      if (world.now() - lastSettledAt >= SETTLE_PAUSE_MS) await settleDelivered();
      return "saved";
    } catch (error) {
      const known = asAppError(error);
      const verdict = verdictOn(known);
      if (verdict === "refused") await refuse(entry, known);
      return verdict;
    }
  }

  async function drainQueue(): Promise<void> {
    const postponed = new Set<string>();
    let hasFailed = false;
    let canGoOn = true;
    while (!isClosed && canGoOn) {
      const entries = await store.list(owner);
      const round = sendableEntries(entries).filter((entry) => !postponed.has(entry.key));
      if (round.length === 0) break;
      for (const next of round) {
        if (isClosed || !canGoOn) break;
        const outcome = await attempt(next);
        if (outcome === "later") postponed.add(next.key);
        if (outcome === "signedOut") isSignedOut = true;
        if (outcome === "later" || outcome === "stop") hasFailed = true;
        canGoOn = outcome !== "stop" && outcome !== "signedOut";
      }
      await settleDelivered();
    }
    failures = hasFailed ? failures + 1 : 0;
    hasOtherTabTrouble = false;
    await refresh();
    world.announce(name, { numbered: [], hasTrouble: hasFailed });
    if (hasFailed && !isClosed) cancelPause = world.after(backoffMs(failures), drain);
  }

  function drain(): void {
    cancelPause?.();
    cancelPause = null;
    if (isClosed || isSignedOut) return;
    if (draining) {
      isDrainWanted = true;
      return;
    }
    draining = world
      .whileAlone(name, drainQueue)
      .catch(() => {
        failures += 1;
        if (!isClosed) cancelPause = world.after(backoffMs(failures), drain);
      })
      .finally(() => {
        draining = null;
        if (isDrainWanted) {
          isDrainWanted = false;
          if (cancelPause === null) drain();
        }
      });
  }

  function handleOtherTab({ numbered, hasTrouble }: OutboxNews): void {
    hasOtherTabTrouble = hasTrouble;
    for (const { unsavedId, id } of numbered) numberedIds.set(unsavedId, id);
    void refresh();
  }

  const stopListening = world.listen(name, { onOtherTab: handleOtherTab, onOnline: drain });
  void refresh().then(drain);

  return {
    owner,
    async add(request) {
      const [id = null] = await addMany([request]);
      if (id === null) throw new AppError("notFound", message("generic.failed"));
      return id;
    },
    addMany,
    async discard(key) {
      await change((entries) => discardRefused(entries, key));
    },
    drainNow() {
      isSignedOut = false;
      drain();
    },
    snapshot: () => snapshot,
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
      isClosed = true;
      cancelPause?.();
      stopListening();
      listeners.clear();
      eventListeners.clear();
    },
  };
}
