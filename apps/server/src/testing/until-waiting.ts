import { sql } from "kysely";
import { expect } from "vitest";
import type { SharedTestServer } from "./test-server.ts";

/** Resolves once this number of the server's statements wait for a lock held by another transaction. */
export async function untilWaiting({ owner }: SharedTestServer, count = 1): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(DISTINCT pid) AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()
    `.execute(owner);
    return Number(rows[0]?.count);
  };
  await expect.poll(waiting).toBeGreaterThanOrEqual(count);
}
