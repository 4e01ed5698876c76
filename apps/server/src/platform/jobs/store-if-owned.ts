import { type Database, type SiteDb, withSite } from "../db/database.ts";
import type { JobContext } from "./job-queue.ts";

/**
 * Stores a result of a job in a transaction of its own, if this server still owns the job (`JobContext.assertOwned`).
 *
 * @throws the signal's reason if another server has taken the job.
 */
export const storeIfOwned = <Result>(
  { database }: { readonly database: Database },
  { siteId, assertOwned }: Pick<JobContext, "siteId" | "assertOwned">,
  store: (db: SiteDb) => Promise<Result>,
): Promise<Result> =>
  withSite(database, siteId, async (db) => {
    await assertOwned(db);
    return store(db);
  });
