/** Workers that make tiles' pictures: how many follows the machine, and what belongs to one tile lies in one of them. */
import type { TilePlace } from "../tiles/tile-pictures.ts";
import { createSampleLedger, type SampleLedger } from "./sample-ledger.ts";

/** Samples that are kept, in all workers of a slide together. */
const SAMPLES_MOST_BYTES = 256 * 1024 * 1024;
const MOST_WORKERS = 4;
/** Of slides that have workers on this page now. A case shows up to sixteen: who comes later gets one, and less to keep. */
let slidesAtWork = 0;

export interface WorkerHand {
  readonly worker: Worker;
  /** What the worker holds. */
  readonly ledger: SampleLedger;
}

interface Numbered {
  readonly id: number;
}

interface Failure extends Numbered {
  readonly kind: "failure";
  readonly message: string;
}

type WithoutId<Order> = Order extends unknown ? Omit<Order, "id"> : never;

/** `Order` is what is asked of a worker, `News` what it tells; each answer has the number of its order. */
export interface WorkerHands<Order extends Numbered, News extends Numbered> {
  readonly all: readonly WorkerHand[];
  handOf(place: TilePlace): WorkerHand;
  /** Rejects when the worker tells of a failure, or the slide is closed. */
  ask(hand: WorkerHand, order: WithoutId<Order>): Promise<Exclude<News, Failure>>;
  destroy(): void;
}

/** @param brokenText why everything that waits is given up when a worker breaks. */
export function createWorkerHands<Order extends Numbered, News extends Numbered & { readonly kind: string }>(
  startWorker: () => Worker,
  brokenText: string,
): WorkerHands<Order, News> {
  const waiting = new Map<number, PromiseWithResolvers<Exclude<News, Failure>>>();
  let lastId = 0;
  const count = slidesAtWork > 0 ? 1 : Math.min(MOST_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1));
  const mostBytes = SAMPLES_MOST_BYTES / (slidesAtWork + 1);
  slidesAtWork += 1;
  let isDestroyed = false;
  const all = Array.from({ length: count }, (): WorkerHand => {
    const worker = startWorker();
    worker.addEventListener("message", ({ data }: MessageEvent<News | Failure>) => handleNews(data));
    worker.addEventListener("error", () => giveUpAll(new Error(brokenText)));
    return { worker, ledger: createSampleLedger(mostBytes / count) };
  });

  function handleNews(news: News | Failure): void {
    const asked = waiting.get(news.id);
    waiting.delete(news.id);
    if (news.kind === "failure") asked?.reject(new Error((news as Failure).message));
    else asked?.resolve(news as Exclude<News, Failure>);
  }

  function giveUpAll(reason: Error): void {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  return {
    all,
    handOf: ({ index, x, y }) => all[(index + x + y * 3) % all.length] as WorkerHand,
    ask({ worker }, order) {
      lastId += 1;
      const answer = Promise.withResolvers<Exclude<News, Failure>>();
      waiting.set(lastId, answer);
      worker.postMessage({ ...order, id: lastId });
      return answer.promise;
    },
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      slidesAtWork -= 1;
      for (const { worker } of all) worker.terminate();
      giveUpAll(new Error("the slide was closed"));
    },
  };
}
