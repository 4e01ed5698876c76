import type { PostgresPool } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withPreparedStatements } from "./prepared-statements.ts";
import { LIMIT_STATEMENTS, withSilenceLimit } from "./silence-limit.ts";

const LIMITS = { statementMs: 5_000, roundTripMs: 1_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One connection, whose statements are answered manually. */
function buildPool() {
  const waiting: (() => void)[] = [];
  const destroy = vi.fn<(reason: Error) => void>();
  const client = {
    connection: { stream: { destroy } },
    query: () => new Promise<void>((resolve) => waiting.push(resolve)),
    release: () => {},
  };
  const pool = { connect: async () => client, end: async () => {}, options: {} } as unknown as PostgresPool;
  const answer = async () => {
    waiting.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { pool: withSilenceLimit(pool, LIMITS), client, destroy, answer };
}

async function lend() {
  const { pool, ...rest } = buildPool();
  const lent = await pool.connect();
  const ask = (text: string, parameters: readonly unknown[] = []) =>
    void (lent.query as unknown as (text: string, parameters: readonly unknown[]) => Promise<unknown>)(
      text,
      parameters,
    );
  return { ...rest, pool, lent, ask };
}

it("ends a connection without a response", async () => {
  const { ask, destroy } = await lend();
  ask("SELECT 1");
  await vi.advanceTimersByTimeAsync(6_099);
  expect(destroy).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(destroy).toHaveBeenCalledExactlyOnceWith(new Error("the database has not answered for 6000 ms"));
});

it("restarts its limit with each response, and has none while no statement is pending", async () => {
  const { ask, answer, destroy } = await lend();
  ask("SELECT 1");
  ask("SELECT 2");
  await vi.advanceTimersByTimeAsync(5_000);
  await answer();
  await vi.advanceTimersByTimeAsync(5_000);
  await answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(destroy).not.toHaveBeenCalled();
  ask("SELECT 3");
  await vi.advanceTimersByTimeAsync(6_100);
  expect(destroy).toHaveBeenCalledOnce();
});

it("gives a transaction the time of its statements until it ends", async () => {
  const { ask, answer, destroy } = await lend();
  ask(LIMIT_STATEMENTS, ["60000"]);
  await answer();
  ask("DELETE FROM many");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(destroy).not.toHaveBeenCalled();
  await answer();
  ask("commit");
  await vi.advanceTimersByTimeAsync(20_000);
  await answer();
  ask("SELECT 1");
  await vi.advanceTimersByTimeAsync(6_100);
  expect(destroy).toHaveBeenCalledOnce();
});

it("also applies once that statement is prepared and sent by name", async () => {
  const { pool, answer, destroy } = await lend();
  const { query } = await withPreparedStatements(pool).connect();
  const ask = query as unknown as (text: string, parameters?: readonly unknown[]) => Promise<unknown>;
  for (let use = 0; use < 10; use += 1) {
    void ask(LIMIT_STATEMENTS, ["60000"]);
    await answer();
    void ask("DELETE FROM many");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(destroy).not.toHaveBeenCalled();
    await answer();
    void ask("commit");
    await answer();
  }
});

it("returns the same object each time, with the connection's present release", async () => {
  const { pool, client, lent } = await lend();
  const release = vi.fn();
  client.release = release;
  const again = await pool.connect();
  expect(again).toBe(lent);
  again.release();
  expect(release).toHaveBeenCalledOnce();
});
