import { type Database, type SiteDb, withSite } from "../db/database.ts";
import type { JobContext } from "./job-queue.ts";

/**
 * Stores a result of a job in a transaction of its own, if this server still holds the job (`JobContext.assertHeld`).
 *
 * @throws the signal's reason if another server has taken the job.
 */
export const storeHeld = <Result>(
  { database }: { readonly database: Database },
  { siteId, assertHeld }: Pick<JobContext, "siteId" | "assertHeld">,
  store: (db: SiteDb) => Promise<Result>,
): Promise<Result> =>
  withSite(database, siteId, async (db) => {
    await assertHeld(db);
    return store(db);
  });
