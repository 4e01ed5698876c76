/**
 * Progress of a long copy, and whether it should stop. The copy is one transaction, invisible to others until it ends,
 * so the progress is written through a separate connection. The copy never waits for it: if no connection is free, the
 * progress is reported later. The copy's own transaction reads the stop flag, since it sees what others have committed.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { sql } from "kysely";
import { type Database, type SiteDb, withSite } from "#platform/db/database.ts";

/** Pause between two reports of one copy. */
const REPORT_INTERVAL_MS = 300;
/** A copy without a report for this long has ended together with its server. */
const FORGOTTEN_AFTER_MS = 3_600_000;

interface CopyRun {
  readonly done: number;
  readonly total: number;
}

export interface CopyWatch {
  /** Called after each item. @throws AppError `conflict` with the code `copyStopped` once the copy has been stopped. */
  step(db: SiteDb): Promise<void>;
  /** After the last item. @throws AppError as above. */
  finish(db: SiteDb): Promise<void>;
  /** Deletes the reported progress. */
  end(): Promise<void>;
}

const nothing = async () => {};
export const UNWATCHED: CopyWatch = { step: nothing, finish: nothing, end: nothing };

/** @param key of the run, from the page that copies. @param total items that will be copied. */
export function watchCopy(
  database: Database,
  { siteId, key, total }: { siteId: number; key: string; total: number },
): CopyWatch {
  let done = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let report: Promise<void> | null = null;
  async function send(): Promise<void> {
    try {
      await withSite(database, siteId, (db) => writeRun(db, siteId, { key, done, total }));
    } catch {
      // Another report follows soon.
    } finally {
      report = null;
    }
  }
  const finish = async (db: SiteDb) => {
    if (await isRunStopped(db, siteId, key))
      throw new AppError("conflict", "The copying was stopped.", { codes: ["copyStopped"] });
  };
  return {
    async step(db) {
      done += 1;
      const now = performance.now();
      if (now - reportedAt < REPORT_INTERVAL_MS) return;
      reportedAt = now;
      report ??= send();
      await finish(db);
    },
    finish,
    async end() {
      await report;
      await withSite(database, siteId, (db) => deleteRun(db, siteId, key)).catch(() => {});
    },
  };
}

async function writeRun(
  db: SiteDb,
  siteId: number,
  { key, done, total }: CopyRun & { readonly key: string },
): Promise<void> {
  await db
    .insertInto("copy_run")
    .values({ site_id: siteId, key, done_count: done, total_count: total })
    .onConflict((conflict) =>
      conflict
        .columns(["site_id", "key"])
        .doUpdateSet({ done_count: done, total_count: total, changed_at: sql<Date>`now()` }),
    )
    .execute();
}

async function isRunStopped(db: SiteDb, siteId: number, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("copy_run")
    .select("is_stopped")
    .where("site_id", "=", siteId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.is_stopped ?? false;
}

/** @returns null if no such copy has reported. */
export async function findRun(db: SiteDb, siteId: number, key: string): Promise<CopyRun | null> {
  const row = await db
    .selectFrom("copy_run")
    .select(["done_count", "total_count"])
    .where("site_id", "=", siteId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row ? { done: row.done_count, total: row.total_count } : null;
}

/** Also stops a copy that has not reported yet; runs of servers that have ended are deleted. */
export async function stopRun(db: SiteDb, siteId: number, key: string): Promise<void> {
  await db
    .deleteFrom("copy_run")
    .where("site_id", "=", siteId)
    .where("changed_at", "<", new Date(Date.now() - FORGOTTEN_AFTER_MS))
    .execute();
  await db
    .insertInto("copy_run")
    .values({ site_id: siteId, key, done_count: 0, total_count: 0, is_stopped: true })
    .onConflict((conflict) => conflict.columns(["site_id", "key"]).doUpdateSet({ is_stopped: true }))
    .execute();
}

async function deleteRun(db: SiteDb, siteId: number, key: string): Promise<void> {
  await db.deleteFrom("copy_run").where("site_id", "=", siteId).where("key", "=", key).execute();
}
