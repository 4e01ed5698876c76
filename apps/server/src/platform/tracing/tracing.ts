/**
 * Traces for an OpenTelemetry collector: how long each request and each job takes, and each of its database statements.
 * Optional; without the setting nothing of it is loaded.
 *
 * A trace contains no personal data: routes instead of addresses, statements without their values.
 */
import type { FastifyInstance } from "fastify";
import type { PostgresPool } from "kysely";

export interface TracedJob {
  readonly id: number;
  readonly kind: string;
  /** Number of runs so far, this one included. */
  readonly attempts: number;
}

export interface Tracing {
  /** A span for each request of the app; call before its routes are registered. */
  watchRequests(app: FastifyInstance): void;
  /** The same pool, with spans for the transactions and statements of requests and jobs. */
  watchPool(pool: PostgresPool): PostgresPool;
  /** Runs a job as a trace of its own. @returns what `work` returns. */
  traceJob<Outcome extends { readonly state: string }>(job: TracedJob, work: () => Promise<Outcome>): Promise<Outcome>;
  /** Sends what is left; takes at most as long as one export. */
  stop(): Promise<void>;
}
