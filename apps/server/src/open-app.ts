/** The app of a process, and the port it listens on. */
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { sessionHasEnded } from "#platform/access/session-end.ts";
import { type Listener, listenForAnnouncements } from "#platform/db/announcements.ts";
import type { Connection } from "#platform/db/database.ts";
import type { ProcessMetrics } from "#platform/metrics/process-metrics.ts";
import type { Platform } from "#platform/platform.ts";
import { forgetAllTileRights } from "#tile/tile-rights.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";

const PORTS_TRIED = 50;

/** @param metrics null: requests are not measured. */
export function openApp(platform: Platform, config: Config, metrics: ProcessMetrics | null): Promise<FastifyInstance> {
  return createApp(platform, {
    webFolder: fileURLToPath(new URL("../../web/dist", import.meta.url)),
    logger: platform.log,
    trustedProxies: config.trustedProxies,
    tls: config.tls,
    metrics,
  });
}

/** Handles announcements of other processes: ends sessions that ended there, and starts jobs queued there. */
export function handleAnnouncements(platform: Platform, connection: Connection): Promise<Listener> {
  const hearing = {
    handlers: { sessionEnded: sessionHasEnded, jobsWait: () => platform.jobs.look() },
    missed() {
      forgetAllTileRights();
      platform.jobs.look();
    },
  };
  return listenForAnnouncements(connection, hearing, platform.log);
}

export const addressOf = (host: string, port: number, scheme: "http" | "https" = "http"): string =>
  `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;

/**
 * Listens on the requested port or, if it is taken, on one of the next; 0 lets the system choose one.
 *
 * @param listen resolves to the port it listens on.
 */
export async function takeFreePort(
  { port }: Config,
  listen: (port: number) => Promise<number>,
  say: (line: string) => void,
): Promise<number> {
  const last = port === 0 ? 0 : Math.min(65_535, port + PORTS_TRIED - 1);
  for (let candidate = port; candidate <= last; candidate += 1) {
    try {
      return await listen(candidate);
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE" || candidate === last) throw error;
      say(`port ${candidate} is in use, trying ${candidate + 1}`);
    }
  }
  throw new Error("no free port");
}

export async function listenWith(app: FastifyInstance, host: string, port: number): Promise<number> {
  const address = new URL(await app.listen({ host, port }));
  return Number(address.port) || port;
}

/** Listens for a moment to find a free port for the workers; workers started later use the same one. */
export function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const trial = createServer();
    trial.once("error", reject);
    trial.listen({ host, port }, () => {
      const { port: taken } = trial.address() as { port: number };
      trial.close(() => resolve(taken));
    });
  });
}
