/** The outbox's environment: clock, keys, timers, locks, other tabs, network. */
import { newIdempotencyKey } from "../idempotency-key.ts";
import type { Numbered } from "./outbox-entry.ts";

/** Message between tabs. */
interface OutboxNews {
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

export const browserWorld: OutboxWorld = {
  now: () => Date.now(),
  newKey: newIdempotencyKey,
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
  async whileAlone(name, work) {
    if (navigator.locks) await navigator.locks.request(name, work);
    else await work();
  },
  announce(name, news) {
    if (typeof BroadcastChannel === "undefined") return;
    const channel = new BroadcastChannel(name);
    channel.postMessage(news);
    channel.close();
  },
  listen(name, { onOtherTab, onOnline }) {
    const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
    channel?.addEventListener("message", (event: MessageEvent<OutboxNews>) => onOtherTab(event.data));
    window.addEventListener("online", onOnline);
    return () => {
      channel?.close();
      window.removeEventListener("online", onOnline);
    };
  },
};
