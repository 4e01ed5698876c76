/**
 * Processes that answer requests on one port; the leader does all other work. A process that ends is replaced.
 *
 * Each has its own listening socket, and the system distributes connections among them (SO_REUSEPORT, socket(7)). Both
 * modes of node:cluster are worse: if the leader distributes connections, those of a process that dies are lost and
 * their browsers wait indefinitely; if the processes share one socket, a single one can accept all connections.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Connection } from "#platform/db/database.ts";
import type { Figures } from "#platform/metrics/metrics-server.ts";
import { pathOfServerScript } from "#platform/server-scripts.ts";

const WORKER = new URL("./worker-main.ts", import.meta.url);

/** Message to a worker at its start; the worker reads the configuration itself. It replies "ready" once it listens. */
export interface WorkerStart {
  readonly connection: Connection;
  /** Base64. */
  readonly nonceKey: string;
  readonly port: number;
  /** Starts at 1; a replacement has the number of its predecessor. */
  readonly number: number;
}

/** A worker's response to each message after its start, if metrics are enabled. */
export interface WorkerFigures {
  readonly figures: Figures;
}

/** A worker that ended sooner is replaced after a pause, so that a broken one does not restart in a loop. */
const SHORT_LIFE_MS = 5_000;
const PAUSE_MS = 1_000;

/** A worker that has not responded within this time is omitted from a scrape. */
const FIGURES_WITHIN_MS = 2_000;

interface WorkerPool {
  /** Metrics of the workers that respond in time; only if metrics are enabled. */
  collectFigures(): Promise<Figures[]>;
  /** Resolves when all workers have completed their open requests and ended. */
  stop(): Promise<void>;
}

/** Resolves when all workers are listening. @throws Error if one ends before that. */
export async function startWorkers(
  count: number,
  start: Omit<WorkerStart, "number">,
  log: FastifyBaseLogger,
): Promise<WorkerPool> {
  const running = new Set<ChildProcess>();
  let isStarted = false;
  let isStopping = false;

  function startOne(number: number): ChildProcess {
    const worker = fork(pathOfServerScript(WORKER), process.argv.slice(2));
    const startedMs = performance.now();
    running.add(worker);
    worker.send({ ...start, number } satisfies WorkerStart);
    worker.on("error", (error) => log.warn({ err: error, pid: worker.pid }, "a worker cannot be reached"));
    worker.once("exit", (code, signal) => {
      running.delete(worker);
      if (!isStarted || isStopping) return;
      log.error({ pid: worker.pid, code, signal }, "a worker exited; starting another");
      void replace(number, performance.now() - startedMs < SHORT_LIFE_MS ? PAUSE_MS : 0);
    });
    return worker;
  }

  async function replace(number: number, pauseMs: number): Promise<void> {
    await wait(pauseMs, undefined, { ref: false });
    if (!isStopping) startOne(number);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await Promise.all(
      [...running].map((worker) => {
        const ended = once(worker, "exit");
        worker.kill("SIGTERM");
        return ended;
      }),
    );
  }

  const ready = Array.from({ length: count }, (_, index) => startOne(index + 1)).map((worker) =>
    Promise.race([
      once(worker, "message"),
      once(worker, "exit").then(([code]) => {
        throw new Error(`A worker did not start (it ended with ${code}).`);
      }),
    ]),
  );
  try {
    await Promise.all(ready);
  } catch (error) {
    await stop();
    throw error;
  }
  isStarted = true;
  return {
    stop,
    async collectFigures() {
      const answers = await Promise.all([...running].map(figuresOf));
      return answers.filter((figures) => figures !== null);
    },
  };
}

/** @returns null if the worker does not respond. */
async function figuresOf(worker: ChildProcess): Promise<Figures | null> {
  try {
    const answered = once(worker, "message", { signal: AbortSignal.timeout(FIGURES_WITHIN_MS) });
    worker.send("figures");
    const [{ figures }] = (await answered) as [WorkerFigures];
    return figures;
  } catch {
    return null;
  }
}
