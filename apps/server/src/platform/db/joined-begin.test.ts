import type { PostgresPool } from "kysely";
import { expect, it } from "vitest";
import { CHOOSE_SITE, withJoinedBegin } from "./joined-begin.ts";

/** A connection that records its queries. */
async function recordingClient() {
  const sent: unknown[][] = [];
  const client = {
    query: async (...query: unknown[]) => {
      sent.push(query.filter((one) => one !== undefined));
      return String(query[0]).includes(";") ? [{ command: "BEGIN" }, { command: "SELECT" }] : { command: "SELECT" };
    },
    release: () => undefined,
  };
  const pool = withJoinedBegin({ connect: async () => client } as unknown as PostgresPool);
  const { query: ask, release } = await pool.connect();
  const query = ask as unknown as (text: unknown, parameters?: readonly unknown[]) => Promise<{ command: string }>;
  return { sent, query, release };
}

it("sends begin and the site setting as one statement, followed immediately by the first statement", async () => {
  const { sent, query } = await recordingClient();
  await query("begin", []);
  expect(await query(CHOOSE_SITE, ["7"])).toMatchObject({ command: "SELECT" });
  expect(sent).toEqual([]);
  await query("SELECT 1", []);
  await query("commit", []);
  expect(sent).toEqual([["begin; SELECT set_config('app.site_id', '7', true)"], ["SELECT 1", []], ["commit", []]]);
});

it("does not wait for the response to begin, and reports why it failed", async () => {
  const sent: unknown[] = [];
  const fails: ((error: Error) => void)[] = [];
  const client = {
    query(text: unknown) {
      sent.push(text);
      return new Promise((_resolve, reject) => {
        fails.push(reject);
      });
    },
    release: () => undefined,
  };
  const pool = withJoinedBegin({ connect: async () => client } as unknown as PostgresPool);
  const query = (await pool.connect()).query as unknown as (text: string, parameters: string[]) => Promise<unknown>;
  await query("begin", []);
  await query(CHOOSE_SITE, ["7"]);
  const answer = query("SELECT 1", []);
  expect(sent).toEqual(["begin; SELECT set_config('app.site_id', '7', true)", "SELECT 1"]);
  fails[0]?.(new Error("no connection"));
  fails[1]?.(new Error("aborted"));
  await expect(answer).rejects.toThrow("no connection");
});

it("sends begin alone before any other statement, and before a site that is not a number", async () => {
  for (const [text, parameters] of [
    ["SELECT 1", []],
    [CHOOSE_SITE, ["7'; DROP TABLE item; --"]],
  ] as const) {
    const { sent, query } = await recordingClient();
    await query("begin", []);
    await query(text, parameters);
    expect(sent).toEqual([["begin"], [text, parameters]]);
  }
});

it("sends nothing for an empty transaction", async () => {
  const { sent, query, release } = await recordingClient();
  await query("begin", []);
  await query("rollback", []);
  await query("begin", []);
  await query(CHOOSE_SITE, ["7"]);
  await query("commit", []);
  await query("begin", []);
  release();
  await query("SELECT 1", []);
  expect(sent).toEqual([["SELECT 1", []]]);
});
