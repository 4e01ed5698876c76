/**
 * The outbox of the signed-in user: one per page, opened and closed with the session. Waiting entries are sent
 * whichever screen is open.
 */
import { useEffect, useSyncExternalStore } from "react";
import { activePreview } from "../preview.ts";
import { createOutbox, type Outbox, type Sender } from "./outbox.ts";
import type { OutboxOwner } from "./outbox-entry.ts";
import type { OutboxSnapshot } from "./outbox-parts.ts";
import { openOutboxStore } from "./outbox-store.ts";
import { browserWorld } from "./outbox-world.ts";

let current: Outbox | null = null;
let currentName = "";
const listeners = new Set<() => void>();
const EMPTY: OutboxSnapshot = { entries: [], status: "saved", isSignedOut: false, isDurable: true };

function replaceCurrent(outbox: Outbox | null): void {
  current?.close();
  current = outbox;
  for (const listener of listeners) listener();
}

async function openCurrent(owner: OutboxOwner, senders: Readonly<Record<string, Sender>>, name: string): Promise<void> {
  const store = await openOutboxStore();
  if (currentName === name) replaceCurrent(createOutbox(owner, store, senders, browserWorld));
}

/**
 * Opens the outbox of `owner` and keeps it open across screens; another owner's is closed first.
 *
 * @param owner null: nobody is signed in; waiting entries are kept. undefined: the open outbox stays open.
 * @param isSignedIn false while the owner's session has ended: nothing is sent until the owner has signed in again.
 */
export function useOpenOutbox(
  owner: OutboxOwner | null | undefined,
  senders: Readonly<Record<string, Sender>>,
  isSignedIn: boolean,
): void {
  const siteId = owner?.siteId;
  const userId = owner?.userId;
  // A preview writes nothing: pending entries are sent after it.
  const isLeft = owner === undefined || activePreview() !== null;
  useEffect(() => {
    if (isLeft) return;
    const name = siteId === undefined || userId === undefined ? "" : `${siteId}/${userId}`;
    if (name === currentName) return;
    currentName = name;
    replaceCurrent(null);
    if (siteId !== undefined && userId !== undefined) void openCurrent({ siteId, userId }, senders, name);
  }, [siteId, userId, senders, isLeft]);
  useEffect(() => {
    if (isSignedIn) current?.drainNow();
  }, [isSignedIn]);
  useEffect(() => {
    window.addEventListener("beforeunload", warnBeforeLoss);
    return () => window.removeEventListener("beforeunload", warnBeforeLoss);
  }, []);
}

/** Only if the queue would be lost: otherwise the page can be closed at any time. */
function warnBeforeLoss(event: BeforeUnloadEvent): void {
  const snapshot = current?.snapshot();
  if (snapshot && !snapshot.isDurable && snapshot.entries.length > 0) event.preventDefault();
}

function subscribeCurrent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null until a user is signed in and the queue is open. */
export function useOutbox(): Outbox | null {
  return useSyncExternalStore(subscribeCurrent, () => current);
}

export function useOutboxSnapshot(outbox: Outbox | null): OutboxSnapshot {
  return useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => undefined),
    () => outbox?.snapshot() ?? EMPTY,
  );
}
