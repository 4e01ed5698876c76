/**
 * The outbox of one user: takes changes, keeps them, and sends them in order until the server has confirmed each.
 *
 * Source: reliability rules D-4 and D-14. One drain at a time across tabs (Web Locks, where the browser has them; where
 * not, keys keep creations single and the rest can be repeated).
 */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { backoffMs } from "./backoff.ts";
import {
  isSameSubject,
  type OutboxEntry,
  type OutboxOwner,
  type OutboxRequest,
  unsavedSubjectId,
} from "./outbox-entry.ts";
import { foldIntoQueue } from "./outbox-folding.ts";
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
  /** The server's id of the thing. */
  readonly id: number;
  readonly answer: unknown;
}

/** Sends one entry. @throws AppError as `call()` does. */
export type Sender = (entry: OutboxEntry, signal: AbortSignal) => Promise<Delivery>;

/** An attempt that has not been answered for so long counts as failed; it is repeated under the same key. */
const ATTEMPT_TIMEOUT_MS = 30_000;

export interface OutboxSnapshot {
  readonly entries: readonly OutboxEntry[];
  readonly status: SaveStatus;
  /** Whether nobody is signed in to send for. */
  readonly isSignedOut: boolean;
  readonly isDurable: boolean;
}

export type OutboxEvent =
  | { readonly kind: "saved"; readonly entry: OutboxEntry; readonly delivery: Delivery }
  | { readonly kind: "refused"; readonly entry: OutboxEntry; readonly error: AppError };

/** What tabs tell each other. */
export interface OutboxNews {
  /** A thing that the server has numbered just now; null: only the queue changed. */
  readonly numbered: { readonly unsavedId: number; readonly id: number } | null;
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
   * @returns the id under which the thing is known from now on (negative: not numbered yet), once the change is kept.
   */
  add(request: OutboxRequest): Promise<number>;
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
  /** Server ids of things that were numbered while this page was open, by the id they had before. */
  const numberedIds = new Map<number, number>();
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

  async function change(step: QueueChange): Promise<readonly OutboxEntry[]> {
    const entries = await store.change(owner, step);
    publish(entries);
    world.announce(name, { numbered: null, hasTrouble: failures > 0 });
    return entries;
  }

  async function refresh(): Promise<void> {
    publish(await store.list(owner));
  }

  function tell(event: OutboxEvent): void {
    for (const listener of eventListeners) listener(event);
  }

  async function refuse(entry: OutboxEntry, error: AppError): Promise<void> {
    const { kind, message, codes } = error;
    tell({ kind: "refused", entry, error });
    await change((entries) => settleRefused(entries, entry.key, { kind, message, codes }));
  }

  function noteNumbered(entry: OutboxEntry, delivery: Delivery): void {
    if (entry.subjectId >= 0) return;
    const numbered = { unsavedId: entry.subjectId, id: delivery.id };
    numberedIds.set(numbered.unsavedId, numbered.id);
    world.announce(name, { numbered, hasTrouble: false });
  }

  /** The id to queue a change under: the server's, when it has numbered the thing meanwhile. */
  function subjectIdNow(request: OutboxRequest, entries: readonly OutboxEntry[]): number {
    if (request.action === "create") {
      return request.subjectId < -1 ? request.subjectId : unsavedSubjectId(entries, world.now());
    }
    if (request.subjectId >= 0 || entries.some((entry) => isSameSubject(entry, request))) return request.subjectId;
    const id = numberedIds.get(request.subjectId);
    if (id === undefined) throw new AppError("notFound", message("generic.failed"));
    return id;
  }

  /** @returns how it went; `refused` is settled here. */
  async function attempt(entry: OutboxEntry): Promise<"saved" | Verdict> {
    const send = senders[entry.channel];
    if (!send) return "later";
    if (isKeyExpired(entry, world.now())) {
      await refuse(entry, new AppError("conflict", "", { codes: ["maybeSaved"] }));
      return "refused";
    }
    const attempted = await store.change(owner, (entries) => markAttempted(entries, entry.key, world.now()));
    const current = attempted.find((candidate) => candidate.key === entry.key);
    if (!current) return "saved";
    try {
      const delivery = await send(current, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS));
      failures = 0;
      noteNumbered(current, delivery);
      tell({ kind: "saved", entry: current, delivery });
      await change((entries) => settleSaved(entries, entry.key, delivery.id));
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
    while (!isClosed) {
      const entries = await store.list(owner);
      const next = sendableEntries(entries).find((entry) => !postponed.has(entry.key));
      if (!next) break;
      const outcome = await attempt(next);
      if (outcome === "later") postponed.add(next.key);
      if (outcome === "signedOut") isSignedOut = true;
      if (outcome === "later" || outcome === "stop") hasFailed = true;
      if (outcome === "stop" || outcome === "signedOut") break;
    }
    failures = hasFailed ? failures + 1 : 0;
    hasOtherTabTrouble = false;
    await refresh();
    world.announce(name, { numbered: null, hasTrouble: hasFailed });
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
    if (numbered) numberedIds.set(numbered.unsavedId, numbered.id);
    void refresh();
  }

  const stopListening = world.listen(name, { onOtherTab: handleOtherTab, onOnline: drain });
  void refresh().then(drain);

  return {
    owner,
    async add(request) {
      let subjectId = request.subjectId;
      await change((entries) => {
        subjectId = subjectIdNow(request, entries);
        const sequence = Math.max(0, ...entries.map((entry) => entry.sequence)) + 1;
        const key = world.newKey();
        const added = { ...request, ...owner, subjectId, key, sequence, createdAt: world.now() };
        return foldIntoQueue(entries, { ...added, firstAttemptAt: null, refusal: null });
      });
      drain();
      return subjectId;
    },
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
    readDraft: (scope) => store.readDraft(owner, scope),
    writeDraft: (scope, draft) => store.writeDraft(owner, scope, draft),
    close() {
      isClosed = true;
      cancelPause?.();
      stopListening();
      listeners.clear();
      eventListeners.clear();
    },
  };
}
