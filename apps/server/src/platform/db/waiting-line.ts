/**
 * Queue for database connections. The pool's own timeout cannot distinguish "all connections are in use" from "the
 * database is unreachable": under load, queued requests would fail after two seconds with "no database".
 */
import { AppError } from "@parfocal/core/errors.ts";
import type { PostgresPool, PostgresPoolClient } from "kysely";

/** Longer than a user waits for a page. */
const LONGEST_WAIT_MS = 15_000;

interface Waiter {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Current pool use: connections and queued requests. */
export interface PoolUse {
  readonly lent: number;
  readonly waiting: number;
  readonly max: number;
}

export interface MeasuredPool extends PostgresPool {
  use(): PoolUse;
}

/**
 * The same pool with at most `most` connections in use: further callers wait here, in order.
 *
 * @param most number of connections of the pool.
 * @param longestWaitMs after this time `connect` throws an AppError `unavailable`.
 */
export function withWaitingLine(pool: PostgresPool, most: number, longestWaitMs = LONGEST_WAIT_MS): MeasuredPool {
  let lent = 0;
  const waiting = new Set<Waiter>();

  function takeTurn(): Promise<void> {
    if (lent < most) {
      lent += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin: resolve,
        timer: setTimeout(() => {
          waiting.delete(waiter);
          reject(new AppError("unavailable", "The server is busy. Try again in a moment."));
        }, longestWaitMs),
      };
      waiting.add(waiter);
    });
  }

  /** The connection goes directly to the caller that has waited longest. */
  function giveTurn(): void {
    const [next] = waiting;
    if (next === undefined) {
      lent -= 1;
      return;
    }
    waiting.delete(next);
    clearTimeout(next.timer);
    next.begin();
  }

  return {
    async connect() {
      await takeTurn();
      let client: PostgresPoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        giveTurn();
        throw error;
      }
      // The pool assigns a new `release` to a client each time it lends it; it may be called once.
      const release = client.release.bind(client);
      client.release = (...parameters: Parameters<typeof release>) => {
        release(...parameters);
        giveTurn();
      };
      return client;
    },
    end: () => pool.end(),
    options: pool.options,
    use: () => ({ lent, waiting: waiting.size, max: most }),
  };
}
