/**
 * The two statements that open every transaction, `begin` and the choice of the site, are sent together with the first
 * statement after them, which saves a round trip to the database (decision 0080). The connections pipeline: no statement waits
 * for the answer to the one before it.
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** As Kysely writes it. */
const BEGIN = "begin";
/** Ends a transaction; does nothing if none was started. */
const ENDS: ReadonlySet<unknown> = new Set(["commit", "rollback"]);
/** As `withSite` sends it. */
export const CHOOSE_SITE = "SELECT set_config('app.site_id', $1, true)";
/** It is written into the text, where no parameter is possible. */
const SITE_ID = /^\d{1,16}$/;

type Query = (query: unknown, parameters?: readonly unknown[]) => Promise<unknown>;

const NOTHING = { command: "BEGIN", rowCount: null, rows: [] };
const CHOSEN = { command: "SELECT", rowCount: null, rows: [] };

/** The same pool, whose connections pipeline; a `begin` waits for the statement after it, and so does the choice of the site. */
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
    // If the opening fails, so does the statement behind it; the first reason is reported.
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
