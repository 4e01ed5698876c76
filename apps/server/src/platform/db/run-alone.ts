/**
 * Work that only one server of an installation may do at a time. The lock belongs to a transaction that does nothing
 * else: PostgreSQL releases it if the server that holds it is killed, and it works with connection poolers.
 */
import { sql } from "kysely";
import type { Database, SiteDb } from "./database.ts";

/**
 * @param name of the lock, unique in the database.
 * @returns null if another server is doing the work; nothing is done then.
 */
export function runIfAlone<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return database.transaction().execute(async (holder) => {
    await allowWaiting(holder);
    const { rows } = await sql<{ isOurs: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isOurs"
    `.execute(holder);
    return rows[0]?.isOurs ? work() : null;
  });
}

/** Waits until no other server is doing the work. @param owner its statements have no time limit. */
export function runOneAtATime<Result>(owner: Database, name: string, work: () => Promise<Result>): Promise<Result> {
  return owner.transaction().execute(async (holder) => {
    await allowWaiting(holder);
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(holder);
    return work();
  });
}

/** The transaction is idle while the work is done. Without a snapshot it does not prevent the removal of dead rows. */
async function allowWaiting(holder: SiteDb): Promise<void> {
  await sql`SELECT set_config('idle_in_transaction_session_timeout', '0', true)`.execute(holder);
}
