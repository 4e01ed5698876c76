/**
 * The two statements that open every transaction, `begin` and the choice of the site, are sent together with the first
 * statement after them, which saves a round trip to the database (decision 0080). The connections pipeline: no
 * statement waits for the response to the one before it.
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** As sent by Kysely. */
const BEGIN = "begin";
/** Ends a transaction; does nothing if none was started. */
const ENDS: ReadonlySet<unknown> = new Set(["commit", "rollback"]);
/** As sent by `withSite`. */
export const CHOOSE_SITE = "SELECT set_config('app.site_id', $1, true)";
/** The ID is inserted into the SQL text, which cannot have a parameter there. */
const SITE_ID = /^\d{1,16}$/;

type Query = (query: unknown, parameters?: readonly unknown[]) => Promise<unknown>;

const NOTHING = { command: "BEGIN", rowCount: null, rows: [] };
const CHOSEN = { command: "SELECT", rowCount: null, rows: [] };

/** The same pool with pipelining connections; `begin` and the choice of the site wait for the next statement. */
export function withJoinedBegin(pool: PostgresPool): PostgresPool {
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? joiningClient(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function joiningClient(client: PostgresPoolClient): PostgresPoolClient {
  /** The statements that open the transaction and have not been sent yet; empty: none. */
  let opening = "";
  const send = client.query.bind(client) as unknown as Query;
  const query: Query = async (text, parameters) => {
    if (text === BEGIN) {
      opening = BEGIN;
      return NOTHING;
    }
    if (opening === "") return send(text, parameters);
    const pending = opening;
    opening = "";
    if (ENDS.has(text)) return NOTHING;
    const [siteId] = parameters ?? [];
    if (pending === BEGIN && text === CHOOSE_SITE && typeof siteId === "string" && SITE_ID.test(siteId)) {
      opening = `${BEGIN}; ${CHOOSE_SITE.replace("$1", `'${siteId}'`)}`;
      return CHOSEN;
    }
    // If the opening fails, so does the statement after it; the first error is reported.
    const [, result] = await Promise.all([send(pending), send(text, parameters)]);
    return result;
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => {
      opening = "";
      client.release(destroy);
    },
    get processID() {
      return client.processID;
    },
  };
}
