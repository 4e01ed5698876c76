/** Draws a scene into a pyramid file, in a separate thread, so that the server keeps responding. */
import { Worker } from "node:worker_threads";
import { pathOfServerScript } from "#platform/server-scripts.ts";
import type { TeachingMark } from "./scene.ts";

interface DrawOptions {
  /** As in `tissueScenes`; default: 1. */
  readonly scale?: number;
  /** If it aborts, nothing is left at `path`, and the promise rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Called after each band, share of the work done, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

interface DrawnScene {
  /** What a teacher would annotate on the slide. */
  readonly marks: readonly TeachingMark[];
}

/** Data with which the thread is started. */
export interface DrawOrder {
  readonly key: string;
  readonly path: string;
  readonly scale: number;
}

/** Messages from the thread. */
export type DrawReport =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "drawn"; readonly marks: readonly TeachingMark[] };

const SCRIPT = new URL("./draw-scene.worker.ts", import.meta.url);

/** Messages to the thread. */
export const STOP_DRAWING = "stop";

/**
 * When the promise resolves, the file at `path` is complete and synced to disk; an earlier file there is overwritten.
 *
 * @param key of one of `tissueScenes`.
 */
export function drawScene(key: string, path: string, options: DrawOptions = {}): Promise<DrawnScene> {
  const { scale = 1, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const order: DrawOrder = { key, path, scale };
    const worker = new Worker(pathOfServerScript(SCRIPT), { workerData: order });
    const stop = () => worker.postMessage(STOP_DRAWING);
    signal?.addEventListener("abort", stop, { once: true });
    let drawn: DrawnScene | undefined;
    let failure: unknown;
    worker.on("message", (report: DrawReport) => {
      if (report.kind === "progress") onProgress?.(report.done);
      else drawn = { marks: report.marks };
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", (code) => {
      signal?.removeEventListener("abort", stop);
      if (drawn) resolve(drawn);
      else if (signal?.aborted) reject(signal.reason);
      else reject(failure ?? new Error(`the thread that draws ${key} ended with code ${code}`));
    });
  });
}
