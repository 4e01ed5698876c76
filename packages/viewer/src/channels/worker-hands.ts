/**
 * Workers that create tile images. Their number depends on the machine; all work for one tile is done by one worker.
 */
import type { TilePlace } from "../tiles/tile-pictures.ts";
import { createSampleLedger, type SampleLedger } from "./sample-ledger.ts";

/** Maximum size of cached samples, in all workers of a slide together. */
const SAMPLES_MAX_BYTES = 256 * 1024 * 1024;
const MAX_WORKERS = 4;
/**
 * Number of slides with workers on this page. A case shows up to sixteen: later ones get one worker and a smaller
 * cache.
 */
let slidesAtWork = 0;
const CLOSED_TEXT = "the slide was closed";

interface Numbered {
  readonly id: number;
}

interface Failure extends Numbered {
  readonly kind: "failure";
  readonly message: string;
}

/** Messages that every such worker handles. */
export interface ForgetOrder {
  readonly kind: "forget";
  readonly keys: readonly string[];
}

type WithoutId<Order> = Order extends unknown ? Omit<Order, "id"> : never;

/** `Order` is a request to a worker, `News` a message from it; each answer has the ID of its order. */
export interface WorkerHand<Order extends Numbered, News extends Numbered> {
  /** Contents of the worker's cache: empty after a failure. */
  readonly ledger: SampleLedger;
  /** Rejects if the worker reports a failure, if it crashes, or if the slide is closed. */
  ask(order: WithoutId<Order>): Promise<Exclude<News, Failure>>;
  /** @param keys of samples that the worker can evict. */
  forget(keys: readonly string[]): void;
  destroy(): void;
}

export interface WorkerHands<Order extends Numbered, News extends Numbered> {
  readonly all: readonly WorkerHand<Order, News>[];
  handOf(place: TilePlace): WorkerHand<Order, News>;
  destroy(): void;
}

/** @param brokenText reason with which pending requests are rejected when a worker crashes. */
export function createWorkerHands<Order extends Numbered, News extends Numbered & { readonly kind: string }>(
  startWorker: () => Worker,
  brokenText: string,
): WorkerHands<Order, News> {
  const count = slidesAtWork > 0 ? 1 : Math.min(MAX_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1));
  const maxBytes = SAMPLES_MAX_BYTES / (slidesAtWork + 1);
  slidesAtWork += 1;
  let isDestroyed = false;
  const all = Array.from({ length: count }, () =>
    createWorkerHand<Order, News>(startWorker, brokenText, maxBytes / count),
  );
  return {
    all,
    handOf: ({ index, x, y }) => all[(index + x + y * 3) % all.length] as WorkerHand<Order, News>,
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      slidesAtWork -= 1;
      for (const hand of all) hand.destroy();
    },
  };
}

function createWorkerHand<Order extends Numbered, News extends Numbered & { readonly kind: string }>(
  startWorker: () => Worker,
  brokenText: string,
  maxBytes: number,
): WorkerHand<Order, News> {
  const waiting = new Map<number, PromiseWithResolvers<Exclude<News, Failure>>>();
  let lastId = 0;
  let ledger = createSampleLedger(maxBytes);
  let isDestroyed = false;
  /** Null after a failure; the next request gets a new worker, as its script may only have been unreachable. */
  let worker: Worker | null = start();

  function start(): Worker {
    const started = startWorker();
    started.addEventListener("message", ({ data }: MessageEvent<News | Failure>) => handleNews(data));
    started.addEventListener("error", () => end(new Error(brokenText)));
    return started;
  }

  function handleNews(news: News | Failure): void {
    const pending = waiting.get(news.id);
    waiting.delete(news.id);
    if (news.kind === "failure") pending?.reject(new Error((news as Failure).message));
    else pending?.resolve(news as Exclude<News, Failure>);
  }

  function end(reason: Error): void {
    worker?.terminate();
    worker = null;
    ledger = createSampleLedger(maxBytes);
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  return {
    get ledger() {
      return ledger;
    },
    ask(order) {
      if (isDestroyed) return Promise.reject(new Error(CLOSED_TEXT));
      worker ??= start();
      lastId += 1;
      const answer = Promise.withResolvers<Exclude<News, Failure>>();
      waiting.set(lastId, answer);
      worker.postMessage({ ...order, id: lastId });
      return answer.promise;
    },
    forget(keys) {
      if (keys.length > 0) worker?.postMessage({ kind: "forget", keys } satisfies ForgetOrder);
    },
    destroy() {
      isDestroyed = true;
      end(new Error(CLOSED_TEXT));
    },
  };
}
