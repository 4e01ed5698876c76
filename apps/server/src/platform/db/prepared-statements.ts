/**
 * Statements that are sent often get a name, so that each connection prepares them once: with row-level security planning
 * one takes longer than running it (decision 0077).
 *
 * Source: PostgreSQL documentation, PREPARE; node-postgres, "Queries", "Prepared statements".
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** A statement that was sent so often in this process gets a name. */
const NAMED_FROM = 5;
/** Each name costs memory on every connection. */
const NAMES_MAX = 400;
/** Texts that are counted at once: lists of ids have a text for each length. */
const COUNTED_MAX = 4_000;
const PARAMETERS_MAX = 64;

/** SQLSTATE `feature_not_supported`, with which PostgreSQL refuses a prepared statement whose columns have changed. */
const NOT_SUPPORTED = "0A000";
const OUTDATED_PLAN = "cached plan must not change result type";

/** Whether a statement was refused because a migration has changed its tables since it was prepared. Sent again it works. */
export const isPlanOutdated = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === NOT_SUPPORTED && error.message === OUTDATED_PLAN;

/** Chooses names, the same for all connections. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Counts one use. @returns undefined: it has no name. */
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

/** The same pool, on whose connections statements are prepared. */
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
  /** After a migration its prepared statements can be refused: from then on it sends them without names. */
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
