/**
 * Ends connections on which the database no longer responds: after a failure of the network or of its machine nothing
 * arrives any more, not even the end of the connection, and TCP itself waits for a quarter of an hour.
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** Sets another time limit for the remaining statements of a transaction, in ms, as text. */
export const LIMIT_STATEMENTS = "SELECT set_config('statement_timeout', $1, true)";
const UNREAD_MS = 100;
const ENDS: ReadonlySet<unknown> = new Set(["commit", "rollback"]);

type Query = (query: unknown, parameters?: readonly unknown[]) => unknown;

/** A named statement, as sent by `prepared-statements.ts`. */
interface NamedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const isNamed = (query: unknown): query is NamedStatement =>
  typeof query === "object" && query !== null && "text" in query && "values" in query;

/** The part of a client that is missing from its types: its socket. */
interface WithSocket {
  readonly connection?: { readonly stream?: { destroy(error: Error): void } };
}

/**
 * The same pool; pending statements on a connection fail together with it if the database has not responded for this
 * long. Each response restarts the timer, since statements do not wait for earlier ones.
 *
 * @param statementMs time limit of a statement; after it the database itself returns an error.
 * @param roundTripMs additional time for the response.
 */
export function withSilenceLimit(
  pool: PostgresPool,
  { statementMs, roundTripMs }: { readonly statementMs: number; readonly roundTripMs: number },
): PostgresPool {
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const limited = clients.get(client) ?? limitedClient(client, statementMs, roundTripMs);
      clients.set(client, limited);
      // The pool assigns a new `release` to a client each time it lends it, and other wrappers replace that.
      limited.release = client.release.bind(client);
      return limited;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function limitedClient(client: PostgresPoolClient, statementMs: number, roundTripMs: number): PostgresPoolClient {
  let limitMs = statementMs;
  let pendingCount = 0;
  let timer: NodeJS.Timeout | undefined;

  function wait(): void {
    clearTimeout(timer);
    timer = pendingCount === 0 ? undefined : setTimeout(lookOnceMore, limitMs + roundTripMs);
  }

  /** If this process was blocked, the response may have arrived but not been read. */
  function lookOnceMore(): void {
    timer = setTimeout(end, UNREAD_MS);
  }

  function end(): void {
    const silence = new Error(`the database has not answered for ${limitMs + roundTripMs} ms`);
    (client as WithSocket).connection?.stream?.destroy(silence);
  }

  const query: Query = (statement, parameters) => {
    const answer = (client.query as unknown as Query).call(client, statement, parameters);
    // A cursor is not awaited here: its rows arrive when they are requested.
    if (!(answer instanceof Promise)) return answer;
    const { text, values } = isNamed(statement) ? statement : { text: statement, values: parameters };
    if (text === LIMIT_STATEMENTS) limitMs = Number(values?.[0]);
    pendingCount += 1;
    if (pendingCount === 1) wait();
    const settle = () => {
      pendingCount -= 1;
      if (ENDS.has(text)) limitMs = statementMs;
      wait();
    };
    answer.then(settle, settle);
    return answer;
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: client.release.bind(client),
    get processID() {
      return client.processID;
    },
  };
}
