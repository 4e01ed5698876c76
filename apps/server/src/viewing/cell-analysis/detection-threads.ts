/** Threads that detect nuclei, started on demand. Orders wait in a queue until a thread is free. */
import { Worker } from "node:worker_threads";
import { createLimiter } from "#platform/limiter.ts";
import { pathOfServerScript } from "#platform/server-scripts.ts";
import type { AnalysisOrder } from "./cell-analyser.ts";
import type { DetectionAnswer } from "./detection-message.ts";
import type { PackedTile } from "./pack-tile.ts";

interface DetectionThreadsOptions {
  /** Maximum number of threads. */
  readonly threads: number;
  readonly maxWaiting: number;
  /** Limit for one region, after which its thread is terminated. */
  readonly timeLimitMs: number;
  /** From 0 (normal) to 19 (lowest priority), so that tiles and sign-ins come first. */
  readonly niceness: number;
}

interface DetectionThreads {
  /**
   * @param order its pixels are transferred to the thread and cannot be used afterwards.
   * @throws AppError `unavailable` if too many wait; the signal's reason; Error if the region cannot be analysed.
   */
  detect(order: AnalysisOrder, signal?: AbortSignal): Promise<PackedTile>;
  /** Terminates idle threads. */
  stop(): Promise<void>;
}

/** Lifetime of an idle thread: longer than pauses while moving a slider; a new thread needs about 0.2 s to become as fast. */
const IDLE_MS = 30_000;

const SCRIPT = new URL("./detect-nuclei.worker.ts", import.meta.url);

export function createDetectionThreads({
  threads,
  maxWaiting,
  timeLimitMs,
  niceness,
}: DetectionThreadsOptions): DetectionThreads {
  const idle: Worker[] = [];
  const ends = new WeakMap<Worker, NodeJS.Timeout>();
  const limiter = createLimiter(threads, maxWaiting);

  function start(): Worker {
    const worker = new Worker(pathOfServerScript(SCRIPT), {
      execArgv: [],
      env: {},
      workerData: { niceness },
      stdout: true,
      stderr: true,
    });
    worker.on("exit", () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    // An error of an idle thread terminates it; errors of working threads are handled in `ask`.
    worker.on("error", () => {});
    return worker;
  }

  function ask(worker: Worker, order: AnalysisOrder, signal: AbortSignal | undefined): Promise<DetectionAnswer> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void, isUsable: boolean): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        worker.off("message", take).off("error", fail).off("exit", leave);
        worker.unref();
        if (isUsable) rest(worker);
        else void worker.terminate();
        settle();
      };
      const take = (answer: DetectionAnswer): void => end(() => resolve(answer), true);
      const fail = (error: unknown): void => end(() => reject(error), false);
      const leave = (): void => fail(new Error("the thread that detects nuclei has ended"));
      const stop = (): void => fail(signal?.reason);
      const timer = setTimeout(() => fail(new Error("detecting nuclei takes too long")), timeLimitMs);
      worker.ref();
      worker.on("message", take).on("error", fail).on("exit", leave);
      signal?.addEventListener("abort", stop, { once: true });
      worker.postMessage(order, [order.region.rgba.buffer as ArrayBuffer]);
    });
  }

  /** Keeps the thread for reuse; it needs about 30 MB, so it is terminated after a while. */
  function rest(worker: Worker): void {
    idle.push(worker);
    ends.set(worker, setTimeout(() => void worker.terminate(), IDLE_MS).unref());
  }

  function take(): Worker {
    const worker = idle.pop();
    if (!worker) return start();
    clearTimeout(ends.get(worker));
    return worker;
  }

  return {
    detect: (order, signal) =>
      limiter.run(async () => {
        signal?.throwIfAborted();
        const answer = await ask(take(), order, signal);
        if (answer.kind === "failed") throw new Error(answer.message);
        return answer.found;
      }),
    async stop() {
      for (const worker of idle) clearTimeout(ends.get(worker));
      await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
    },
  };
}
