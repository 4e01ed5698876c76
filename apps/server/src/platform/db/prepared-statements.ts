/**
 * Frequent statements get a name, so that each connection prepares them once: with row-level security, planning a
 * statement takes longer than running it (decision 0077).
 *
 * Source: PostgreSQL documentation, PREPARE; node-postgres, "Queries", "Prepared statements".
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** A statement that was sent this many times in this process gets a name. */
const NAMED_FROM = 5;
/** Each name costs memory on every connection. */
const NAMES_MAX = 400;
/** Statement texts counted at the same time: lists of IDs have one text per length. */
const COUNTED_MAX = 4_000;
const PARAMETERS_MAX = 64;

/** SQLSTATE `feature_not_supported`, with which PostgreSQL rejects a prepared statement whose columns have changed. */
const NOT_SUPPORTED = "0A000";
const OUTDATED_PLAN = "cached plan must not change result type";

/**
 * Whether a statement was rejected because a migration has changed its tables since it was prepared. It succeeds if
 * sent again.
 */
export const isPlanOutdated = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === NOT_SUPPORTED && error.message === OUTDATED_PLAN;

/** Assigns names, the same for all connections. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Counts one use. @returns undefined if the statement has no name. */
  nameOf(text: string, parameterCount: number): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (parameterCount === 0 || parameterCount > PARAMETERS_MAX || this.#names.size >= NAMES_MAX) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < NAMED_FROM) {
      if (this.#counts.size >= COUNTED_MAX) this.#counts.clear();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const fresh = `parfocal-${this.#names.size + 1}`;
    this.#names.set(text, fresh);
    return fresh;
  }
}

/** The same pool, with connections that prepare statements. */
export function withPreparedStatements(pool: PostgresPool): PostgresPool {
  const names = new StatementNames();
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const preparing = preparingClient(client, names);
      clients.set(client, preparing);
      return preparing;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Argument that Kysely passes to the pool's client: a text with parameters, or a cursor. */
type Query = (query: unknown, parameters?: readonly unknown[]) => Promise<unknown>;

function preparingClient(client: PostgresPoolClient, names: StatementNames): PostgresPoolClient {
  /**
   * After a migration, prepared statements of this connection may be rejected: it then sends statements without names.
   */
  let isOutdated = false;
  const query: Query = (text, parameters) => {
    const send = client.query.bind(client) as unknown as Query;
    if (typeof text !== "string" || parameters === undefined) return send(text);
    const name = isOutdated ? undefined : names.nameOf(text, parameters.length);
    if (name === undefined) return send(text, parameters);
    return send({ name, text, values: parameters }).catch((error: unknown) => {
      isOutdated ||= isPlanOutdated(error);
      throw error;
    });
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
    get processID() {
      return client.processID;
    },
  };
}
