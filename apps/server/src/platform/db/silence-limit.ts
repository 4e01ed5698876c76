/**
 * Ends connections on which the database has fallen silent: after a failure of the network or of its machine nothing
 * arrives any more, not even the end of the connection, and TCP itself waits for a quarter of an hour.
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** Gives the rest of a transaction another limit for each statement, in ms, as text. */
export const LIMIT_STATEMENTS = "SELECT set_config('statement_timeout', $1, true)";
const UNREAD_MS = 100;
const ENDS: ReadonlySet<unknown> = new Set(["commit", "rollback"]);

type Query = (query: unknown, parameters?: readonly unknown[]) => unknown;

/** A statement with its name, as `prepared-statements.ts` sends it. */
interface NamedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const isNamed = (query: unknown): query is NamedStatement =>
  typeof query === "object" && query !== null && "text" in query && "values" in query;

/** The part of a client that is not in its types: its socket. */
interface WithSocket {
  readonly connection?: { readonly stream?: { destroy(error: Error): void } };
}

/**
 * The same pool; what is asked on a connection fails with it once the database has not answered for this long. Restarted
 * by each answer, since statements do not wait for those before.
 *
 * @param statementMs time limit of a statement, after which the database itself answers.
 * @param roundTripMs what its answer may take beyond that.
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
      // The pool gives a client another `release` each time it lends it, which others replace.
      limited.release = client.release.bind(client);
      return limited;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function limitedClient(client: PostgresPoolClient, statementMs: number, roundTripMs: number): PostgresPoolClient {
  let limitMs = statementMs;
  let asked = 0;
  let timer: NodeJS.Timeout | undefined;

  function wait(): void {
    clearTimeout(timer);
    timer = asked === 0 ? undefined : setTimeout(lookOnceMore, limitMs + roundTripMs);
  }

  /** If this process itself stood still, the answer may be here and unread. */
  function lookOnceMore(): void {
    timer = setTimeout(end, UNREAD_MS);
  }

  function end(): void {
    const silence = new Error(`the database has not answered for ${limitMs + roundTripMs} ms`);
    (client as WithSocket).connection?.stream?.destroy(silence);
  }

  const query: Query = (statement, parameters) => {
    const answer = (client.query as unknown as Query).call(client, statement, parameters);
    // A cursor is not awaited here: its rows come when they are asked for.
    if (!(answer instanceof Promise)) return answer;
    const { text, values } = isNamed(statement) ? statement : { text: statement, values: parameters };
    if (text === LIMIT_STATEMENTS) limitMs = Number(values?.[0]);
    asked += 1;
    if (asked === 1) wait();
    const settle = () => {
      asked -= 1;
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
