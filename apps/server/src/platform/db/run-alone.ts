/**
 * Work that only one of an installation's servers does at a time. The lock belongs to a connection: PostgreSQL releases
 * it when the server that holds it is killed.
 */
import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * @param name of the lock, unique in the database.
 * @returns null if another server is at work: then nothing is done.
 */
export function runIfAlone<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return database.connection().execute(async (holder) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      SELECT pg_try_advisory_lock(hashtextextended(${name}, 0)) AS "isOurs"
    `.execute(holder);
    return rows[0]?.isOurs ? releaseAfter(holder, name, work) : null;
  });
}

/** Waits until no other server is at work. */
export function runOneAtATime<Result>(database: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  return database.connection().execute(async (holder) => {
    await sql`SELECT pg_advisory_lock(hashtextextended(${name}, 0))`.execute(holder);
    return releaseAfter(holder, name, work);
  });
}

async function releaseAfter<Result>(holder: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    // Fails only with its connection, and then the lock is gone.
    await sql`SELECT pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(holder).catch(() => undefined);
  }
}
