/** Shares the processor, as a busy machine does: one loop per core, so that what runs beside them has about half of it. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/**
 * Threads, not processes: they end with ours, however it ends.
 *
 * @returns stops them, and says how many have ended.
 */
export function startBusyLoops(count = availableParallelism()): () => Promise<number> {
  const loops = Array.from({ length: count }, () => new Worker("for (;;);", { eval: true }));
  return async () => (await Promise.all(loops.map((loop) => loop.terminate()))).length;
}
