import type { PostgresPool, PostgresPoolClient } from "kysely";
import { describe, expect, it } from "vitest";
import { withWaitingLine } from "./waiting-line.ts";

function buildPool(refuses: () => boolean = () => false) {
  const counts = { lent: 0, most: 0 };
  const pool: PostgresPool = {
    async connect() {
      if (refuses()) throw new Error("connect ECONNREFUSED");
      counts.lent += 1;
      counts.most = Math.max(counts.most, counts.lent);
      const release = () => {
        counts.lent -= 1;
      };
      return { release } as unknown as PostgresPoolClient;
    },
    end: async () => {},
    options: {},
  };
  return { pool, counts };
}

describe("the queue for database connections", () => {
  it("lends no more than the limit, and serves all in order", async () => {
    const { pool, counts } = buildPool();
    const line = withWaitingLine(pool, 2);
    const served: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const client = await line.connect();
        served.push(index);
        await new Promise((resolve) => setTimeout(resolve, 1));
        client.release();
      }),
    );
    expect(served).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(counts).toEqual({ lent: 0, most: 2 });
  });

  it("reports a busy server after too long a wait, and does not take another caller's turn", async () => {
    const { pool, counts } = buildPool();
    const line = withWaitingLine(pool, 1, 5);
    const first = await line.connect();
    await expect(line.connect()).rejects.toMatchObject({ kind: "unavailable" });
    first.release();
    (await line.connect()).release();
    expect(counts).toEqual({ lent: 0, most: 1 });
  });

  it("passes the turn of a failed connection to the next caller", async () => {
    let isAway = true;
    const { pool, counts } = buildPool(() => isAway);
    const line = withWaitingLine(pool, 1);
    const failures = await Promise.allSettled(Array.from({ length: 5 }, () => line.connect()));
    expect(failures.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
    isAway = false;
    (await line.connect()).release();
    expect(counts.lent).toBe(0);
  });
});
