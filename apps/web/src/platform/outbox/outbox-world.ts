/** The outbox's environment in a browser: clock, keys, timers, locks, other tabs, network. */
import { newIdempotencyKey } from "../idempotency-key.ts";
import type { OutboxNews, OutboxWorld } from "./outbox-parts.ts";

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
