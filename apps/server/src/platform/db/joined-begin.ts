/**
 * The two statements that open every transaction, `begin` and the choice of the site, are sent as one: each statement of its
 * own is a journey to the database and back (decision 0080).
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** As Kysely writes it. */
const BEGIN = "begin";
/** Ends a transaction; of one that was not begun there is nothing to end. */
const ENDS: ReadonlySet<unknown> = new Set(["commit", "rollback"]);
/** As `withSite` sends it. */
export const CHOOSE_SITE = "SELECT set_config('app.site_id', $1, true)";
/** It is written into the text, where no parameter is possible. */
const SITE_ID = /^\d{1,16}$/;

type Query = (query: unknown, parameters?: readonly unknown[]) => Promise<unknown>;

const NOTHING = { command: "BEGIN", rowCount: null, rows: [] };

/** The same pool; a `begin` waits for the statement after it. */
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
  let isBeginWaiting = false;
  const send = client.query.bind(client) as unknown as Query;
  const query: Query = async (text, parameters) => {
    if (text === BEGIN) {
      isBeginWaiting = true;
      return NOTHING;
    }
    if (!isBeginWaiting) return send(text, parameters);
    isBeginWaiting = false;
    if (ENDS.has(text)) return NOTHING;
    const [siteId] = parameters ?? [];
    if (text !== CHOOSE_SITE || typeof siteId !== "string" || !SITE_ID.test(siteId)) {
      await send(BEGIN, []);
      return send(text, parameters);
    }
    const results = await send(`${BEGIN}; ${CHOOSE_SITE.replace("$1", `'${siteId}'`)}`);
    return Array.isArray(results) ? results.at(-1) : results;
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => {
      isBeginWaiting = false;
      client.release(destroy);
    },
    get processID() {
      return client.processID;
    },
  };
}
