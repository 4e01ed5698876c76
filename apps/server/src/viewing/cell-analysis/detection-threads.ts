/** Threads that detect nuclei, started when there is work. Who finds none free waits in line. */
import { Worker } from "node:worker_threads";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { Nucleus, PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import { createLimiter } from "#platform/limiter.ts";
import type { DetectionAnswer, DetectionOrder } from "./detection-message.ts";

interface DetectionThreadsOptions {
  /** At most. */
  readonly threads: number;
  readonly mostWaiting: number;
  /** After this a region is given up, and its thread ended. */
  readonly timeLimitMs: number;
}

export interface DetectionThreads {
  /**
   * @param region its pixels are handed to the thread: here they are gone afterwards.
   * @throws AppError `unavailable` if too many wait; the signal's reason; Error if the region cannot be analysed.
   */
  detect(region: PixelRegion, settings: CellSettings, signal?: AbortSignal): Promise<Nucleus[]>;
  /** Ends the threads that have nothing to do. */
  stop(): Promise<void>;
}

const SCRIPT = new URL("./detect-nuclei.worker.ts", import.meta.url);

export function createDetectionThreads({
  threads,
  mostWaiting,
  timeLimitMs,
}: DetectionThreadsOptions): DetectionThreads {
  const idle: Worker[] = [];
  const limiter = createLimiter(threads, mostWaiting);

  function start(): Worker {
    const worker = new Worker(SCRIPT, { execArgv: [], env: {}, stdout: true, stderr: true });
    worker.on("exit", () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    // An error of an idle thread ends it; one at work is heard where its answer is waited for.
    worker.on("error", () => {});
    return worker;
  }

  function ask(worker: Worker, order: DetectionOrder, signal: AbortSignal | undefined): Promise<DetectionAnswer> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void, isUsable: boolean): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        worker.off("message", take).off("error", fail).off("exit", leave);
        worker.unref();
        if (isUsable) idle.push(worker);
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

  return {
    detect: (region, settings, signal) =>
      limiter.run(async () => {
        signal?.throwIfAborted();
        const answer = await ask(idle.pop() ?? start(), { region, settings }, signal);
        if (answer.kind === "failed") throw new Error(answer.message);
        return answer.nuclei;
      }),
    async stop() {
      await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
    },
  };
}
