/** The end of a process: everything that was opened is closed in reverse order, within a time limit. */
import type { FastifyBaseLogger } from "fastify";

/** Time for open requests to finish after a stop signal (rule D-12). */
const STOP_WITHIN_MS = 10_000;

export interface ProcessLife {
  onStop(close: () => Promise<void>): void;
  stop(exitCode: number): Promise<void>;
}

/** @param onSignal called once for each signal that asks the process to stop. */
export function startProcessLife(log: FastifyBaseLogger, onSignal: () => void): ProcessLife {
  const closers: (() => Promise<void>)[] = [];
  let isStopping = false;

  async function stop(exitCode: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    const forced = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    for (const close of closers.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, "closing failed"));
    }
    clearTimeout(forced);
    process.exit(exitCode);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      onSignal();
      void stop(0);
    });
  }
  process.on("uncaughtException", (error) => log.error({ err: error }, "uncaught error"));
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled promise rejection"));
  return { onStop: (close) => void closers.push(close), stop };
}
