/** Prometheus metrics of one process: requests, event loop, memory and database connections. */
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Database, poolUseOf } from "../db/database.ts";

/** From a tile in the page cache to an upload chunk over a slow connection. */
const DURATION_BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const MS_PER_SECOND = 1000;
const NO_ROUTE = "none";

export interface ProcessMetrics {
  readonly registry: Registry;
  /** Measures each request of the app; call before its routes are registered. */
  watchRequests(app: FastifyInstance): void;
  /** @param name label of the pool's connections. */
  watchPool(name: string, database: Database): void;
}

/** @param process label of all figures: `leader`, or `worker-1` and so on. */
export function createProcessMetrics(process: string): ProcessMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "parfocal_http_request_duration_seconds",
    help: "Time from the first byte of a request to the last byte of its answer, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  const pools = new Map<string, Database>();
  new Gauge({
    name: "parfocal_database_connections",
    help: "Database connections: lent to requests, the most there may be, and requests that wait for one",
    labelNames: ["pool", "state"],
    registers: [registry],
    collect() {
      for (const [pool, database] of pools) {
        const { lent, waiting, max } = poolUseOf(database);
        this.set({ pool, state: "lent" }, lent);
        this.set({ pool, state: "waiting" }, waiting);
        this.set({ pool, state: "max" }, max);
      }
    },
  });
  return {
    registry,
    watchRequests(app) {
      app.addHook("onResponse", async (request, reply) => {
        // The pattern of the route, not the URL: URLs are unlimited in number and may contain names.
        const route = request.routeOptions.url ?? NO_ROUTE;
        const labels = { method: request.method, route, status: reply.statusCode };
        duration.observe(labels, reply.elapsedTime / MS_PER_SECOND);
      });
    },
    watchPool: (name, database) => void pools.set(name, database),
  };
}

/** Includes the connections of the process. @param process as in `createProcessMetrics`. */
export function openProcessMetrics(
  process: string,
  { database, reserve }: { readonly database: Database; readonly reserve: Database },
): ProcessMetrics {
  const metrics = createProcessMetrics(process);
  metrics.watchPool("main", database);
  metrics.watchPool("reserve", reserve);
  return metrics;
}
