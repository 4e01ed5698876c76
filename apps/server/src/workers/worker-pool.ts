/**
 * Processes that answer requests on one port, beside the leader, which has all other work (node:cluster: the leader
 * hands each connection to the next of them). One that ends is replaced.
 */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Connection } from "#platform/db/database.ts";

/** What a worker cannot find out by itself; it reads the same configuration. */
export interface WorkerStart {
  readonly connection: Connection;
  /** Base64. */
  readonly nonceKey: string;
  readonly port: number;
}

/** A worker that lived shorter is replaced with a pause, so that a broken one does not spin. */
const SHORT_LIFE_MS = 5_000;
const PAUSE_MS = 1_000;

export interface WorkerPool {
  /** Resolves when each has answered what it had to, and has ended. */
  stop(): Promise<void>;
}

/** Resolves when all listen. @throws Error if one ends before. */
export async function startWorkers(count: number, start: WorkerStart, log: FastifyBaseLogger): Promise<WorkerPool> {
  const running = new Set<Worker>();
  let isStarted = false;
  let isStopping = false;

  function fork(): Worker {
    const worker = cluster.fork();
    const startedMs = performance.now();
    running.add(worker);
    worker.once("online", () => worker.send(start));
    worker.on("error", (error) => log.warn({ err: error, pid: worker.process.pid }, "a worker does not answer"));
    worker.once("exit", (code, signal) => {
      running.delete(worker);
      if (!isStarted || isStopping) return;
      log.error({ pid: worker.process.pid, code, signal }, "a worker ended; another takes its place");
      void replace(performance.now() - startedMs < SHORT_LIFE_MS ? PAUSE_MS : 0);
    });
    return worker;
  }

  async function replace(pauseMs: number): Promise<void> {
    await wait(pauseMs, undefined, { ref: false });
    if (!isStopping) fork();
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await Promise.all(
      [...running].map((worker) => {
        const ended = once(worker, "exit");
        worker.process.kill("SIGTERM");
        return ended;
      }),
    );
  }

  const listening = Array.from({ length: count }, fork).map((worker) =>
    Promise.race([
      once(worker, "listening"),
      once(worker, "exit").then(([code]) => {
        throw new Error(`A worker did not start (it ended with ${code}).`);
      }),
    ]),
  );
  try {
    await Promise.all(listening);
  } catch (error) {
    await stop();
    throw error;
  }
  isStarted = true;
  return { stop };
}
