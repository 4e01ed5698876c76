/** Creates load as on a busy machine: one loop per core, so that other processes get about half of the processor. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/**
 * Threads, not processes: they end with this process, however it ends.
 *
 * @returns a function that stops them and returns their number.
 */
export function startBusyLoops(count = availableParallelism()): () => Promise<number> {
  const loops = Array.from({ length: count }, () => new Worker("for (;;);", { eval: true }));
  return async () => (await Promise.all(loops.map((loop) => loop.terminate()))).length;
}
