/** A small pool of decoding threads, started when there is work; if all are busy, orders wait in a queue. */
import { Worker } from "node:worker_threads";
import { SlideFileError } from "../slide-source.ts";
import type { DecodedSamples } from "./decode-samples.ts";
import type { DecodingAnswer, DecodingOrder } from "./decoding-message.ts";

export interface DecodingPoolOptions {
  /** Maximum number of threads. */
  readonly threads: number;
  /** Maximum number of queued orders; more are rejected. */
  readonly maxWaiting: number;
  /** Time limit after which an order is rejected and its thread terminated. */
  readonly timeLimitMs: number;
  /** The thread's script; default: the decoder. */
  readonly script?: URL;
}

export interface DecodingPool {
  /** @throws SlideFileError; the signal's reason; another error if too many orders are waiting. */
  decode(order: DecodingOrder, signal?: AbortSignal): Promise<DecodedSamples>;
  /** Terminates the threads; queued and running orders are rejected. A later order starts new threads. */
  stop(): Promise<void>;
}

interface Job {
  readonly order: DecodingOrder;
  readonly settle: (answer: DecodingAnswer) => void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | null;
  timer: NodeJS.Timeout | null;
  /** Whether its script has started: if it exits now, the cause is the work. */
  isStarted: boolean;
}

const DECODER = new URL("./decoding-worker.ts", import.meta.url);

export function createDecodingPool({
  threads: most,
  maxWaiting,
  timeLimitMs,
  script = DECODER,
}: DecodingPoolOptions): DecodingPool {
  const threads = new Set<Thread>();
  const waiting = new Set<Job>();

  function start(): Thread {
    const worker = new Worker(script, { execArgv: [], env: {}, stdout: true, stderr: true });
    const thread: Thread = { worker, job: null, timer: null, isStarted: false };
    worker.on("online", () => {
      thread.isStarted = true;
    });
    worker.on("message", (answer: DecodingAnswer) => finish(thread, answer));
    worker.on("error", (error) => lose(thread, brokenBy(thread, String(error))));
    worker.on("exit", () => lose(thread, brokenBy(thread, "its thread has ended")));
    worker.unref();
    threads.add(thread);
    return thread;
  }

  /** Retires the thread; another one is started when there is work. */
  function lose(thread: Thread, answer: DecodingAnswer): void {
    if (!threads.delete(thread)) return;
    void thread.worker.terminate();
    finish(thread, answer);
  }

  function finish(thread: Thread, answer: DecodingAnswer): void {
    const { job } = thread;
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.job = null;
    thread.worker.unref();
    job?.settle(answer);
    next();
  }

  /** Assigns queued work to threads as long as there are both. */
  function next(): void {
    for (const job of waiting) {
      const idle = [...threads].find((thread) => thread.job === null);
      if (idle === undefined && threads.size >= most) return;
      waiting.delete(job);
      begin(idle ?? start(), job);
    }
  }

  function begin(thread: Thread, job: Job): void {
    thread.job = job;
    // The process must not exit while someone waits for the result.
    thread.worker.ref();
    thread.timer = setTimeout(() => lose(thread, tooSlow()), timeLimitMs);
    thread.worker.postMessage(job.order, [job.order.bytes.buffer]);
  }

  return {
    decode(order, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (waiting.size >= maxWaiting) return Promise.reject(new Error("too many tiles wait to be decoded"));
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(job);
          reject(signal?.reason);
        };
        const job: Job = {
          order,
          settle(answer) {
            signal?.removeEventListener("abort", leave);
            if (answer.kind === "done") resolve(answer.decoded);
            else if (answer.kind === "refused") reject(new SlideFileError(answer.reason, answer.message));
            else reject(new Error(answer.message));
          },
        };
        signal?.addEventListener("abort", leave, { once: true });
        waiting.add(job);
        next();
      });
    },

    async stop() {
      const ending = [...threads].map(({ worker }) => worker);
      const stopped: DecodingAnswer = { kind: "failed", message: "decoding was stopped" };
      for (const job of [...waiting]) {
        waiting.delete(job);
        job.settle(stopped);
      }
      for (const thread of [...threads]) lose(thread, stopped);
      await Promise.all(ending.map((worker) => worker.terminate()));
    },
  };
}

function brokenBy({ isStarted }: Thread, cause: string): DecodingAnswer {
  if (!isStarted) return { kind: "failed", message: `a decoding thread did not start: ${cause}` };
  return { kind: "refused", reason: "damaged", message: "This file is damaged: a tile crashes the decoder." };
}

function tooSlow(): DecodingAnswer {
  return { kind: "refused", reason: "damaged", message: "This file is damaged: decoding a tile takes too long." };
}
