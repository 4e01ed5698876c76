/**
 * Requests the server's health ten times per second in a separate thread, so that work of the fuzz test itself does not
 * count as a delay of the server.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { agentFrom, sendRaw } from "./send-raw.ts";

const EVERY_MS = 100;
export const HEALTH_MAX_MS = 200;
const ADDRESS = "127.0.1.1";

interface Beat {
  /** Time at which it was sent, ms since the epoch. */
  readonly at: number;
  readonly ms: number;
  readonly status: number;
}

export interface HealthWatch {
  /** Slow or failed checks since this time (ms since the epoch), slowest first. */
  since(instant: number): readonly Beat[];
  /** Number of all checks. */
  count(): number;
  slowestMs(): number;
  /** Omits checks whose delay was not caused by the server. */
  forget(): void;
  stop(): Promise<void>;
}

export function watchHealth(origin: string): HealthWatch {
  const worker = new Worker(new URL(import.meta.url), { workerData: { origin } });
  let slow: Beat[] = [];
  let count = 0;
  let slowestMs = 0;
  worker.on("message", (beat: Beat) => {
    count += 1;
    slowestMs = Math.max(slowestMs, beat.ms);
    if (beat.ms > HEALTH_MAX_MS || beat.status !== 200) slow.push(beat);
  });
  return {
    since: (instant) => slow.filter(({ at, ms }) => at + ms >= instant).toSorted((one, other) => other.ms - one.ms),
    count: () => count,
    slowestMs: () => slowestMs,
    forget() {
      slow = [];
    },
    async stop() {
      await worker.terminate();
    },
  };
}

async function beatForEver(origin: string): Promise<void> {
  const agent = agentFrom(ADDRESS);
  for (;;) {
    const at = Date.now();
    const { ms, status } = await sendRaw(origin, agent, {
      method: "GET",
      path: "/api/health",
      headers: {},
      body: null,
    });
    parentPort?.postMessage({ at, ms, status } satisfies Beat);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

if (!isMainThread && (workerData as { origin?: string } | null)?.origin)
  void beatForEver((workerData as { origin: string }).origin);
