import type { FileFault } from "@parfocal/core/job/job.contract.ts";
import { sql } from "kysely";
import type { Database, SiteDb } from "../db/database.ts";
import type { JobRow } from "./job.table.ts";

/** @param job quiet jobs are not listed under Processing. */
export function insertJob(
  db: SiteDb,
  siteId: number,
  job: { kind: string; subjectId: number; isQuiet?: boolean },
): Promise<JobRow> {
  const { kind, subjectId, isQuiet = false } = job;
  return db
    .insertInto("job")
    .values({ site_id: siteId, kind, subject_id: subjectId, is_quiet: isQuiet, error: null, worker: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** One query for all sites; most have no jobs. @returns their ids, ascending. */
export async function listSitesWithOpenJobs(database: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM sites_with_open_jobs() AS id`.execute(database);
  return rows.map(({ id }) => id);
}

/** Job kinds to look for: those of a list, or all others. */
export interface KindFilter {
  readonly kinds: readonly string[];
  readonly areExcluded: boolean;
}

const ALL_KINDS: KindFilter = { kinds: [], areExcluded: true };

interface Taking {
  readonly worker: string;
  readonly silentMs: number;
  readonly kindFilter?: KindFilter;
  /** IDs of jobs that are skipped: this worker runs them, even if it could not report so for a while. */
  readonly except?: readonly number[];
}

/** Takes for this worker the oldest matching job that is queued, or whose server has not reported for `silentMs`. */
export function takeJob(
  db: SiteDb,
  siteId: number,
  { worker, silentMs, kindFilter = ALL_KINDS, except = [] }: Taking,
): Promise<JobRow | undefined> {
  return db
    .updateTable("job")
    .set({ state: "running", worker, heartbeat_at: sql`now()`, progress: 0, attempts: sql`attempts + 1` })
    .where("site_id", "=", siteId)
    .where("id", "=", (eb) =>
      eb
        .selectFrom("job")
        .select("id")
        .where("site_id", "=", siteId)
        .where(sql<boolean>`(kind = ANY(${[...kindFilter.kinds]}::text[])) = ${!kindFilter.areExcluded}`)
        .where(sql<boolean>`id <> ALL(${[...except]}::bigint[])`)
        .where(sql<boolean>`(not_before IS NULL OR not_before <= now())`)
        .where((or) =>
          or.or([
            or("state", "=", "queued"),
            or.and([
              or("state", "=", "running"),
              or("heartbeat_at", "<", sql<Date>`now() - make_interval(secs => ${silentMs / 1000})`),
            ]),
          ]),
        )
        .orderBy("id")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Renews the worker's claim and stores the progress. @returns false if the job now belongs to another worker. */
export async function updateJobProgress(
  db: SiteDb,
  siteId: number,
  id: number,
  { worker, progress }: { worker: string; progress: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set({ heartbeat_at: sql`now()`, progress })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("worker", "=", worker)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Prevents other workers from taking the job until the transaction ends: `takeJob` skips its row. Its progress can
 * still be stored.
 *
 * @returns false if the job now belongs to another worker.
 */
export async function holdJob(db: SiteDb, siteId: number, id: number, worker: string): Promise<boolean> {
  const locked = await db
    .selectFrom("job")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("worker", "=", worker)
    .where("state", "=", "running")
    .forKeyShare()
    .executeTakeFirst();
  return locked !== undefined;
}

export interface JobOutcome {
  readonly state: "done" | "failed" | "queued";
  readonly error: string | null;
  /** If the file is the cause. */
  readonly fileFault?: FileFault;
  /** Delay of a job that is queued again, in ms. */
  readonly delayMs?: number;
}

/** @param worker the worker that ends the job; nothing happens if another worker has taken it in the meantime. */
export async function finishJob(
  db: SiteDb,
  siteId: number,
  id: number,
  { worker, ...outcome }: { worker: string } & JobOutcome,
): Promise<void> {
  await db
    .updateTable("job")
    .set({
      state: outcome.state,
      error: outcome.error,
      file_fault: outcome.fileFault ?? null,
      not_before: outcome.delayMs ? sql<Date>`now() + make_interval(secs => ${outcome.delayMs / 1000})` : null,
      // Not counted as an attempt.
      ...(outcome.delayMs ? { attempts: sql<number>`attempts - 1` } : {}),
      ...(outcome.state === "done" ? { progress: 1 } : {}),
      ...(outcome.state === "queued" ? { worker: null } : { finished_at: sql`now()` }),
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("worker", "=", worker)
    .execute();
}

/** Queues jobs again that were running when the only server was killed. */
export async function requeueRunningJobs(db: SiteDb, siteId: number): Promise<void> {
  await db
    .updateTable("job")
    .set({ state: "queued", worker: null })
    .where("site_id", "=", siteId)
    .where("state", "=", "running")
    .execute();
}

export function findJob(db: SiteDb, siteId: number, id: number): Promise<JobRow | undefined> {
  return db.selectFrom("job").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

/** The newest unfinished job of each kind for each of these subjects. */
export function listOpenJobs(
  db: SiteDb,
  siteId: number,
  kinds: readonly string[],
  subjectIds: readonly number[],
): Promise<JobRow[]> {
  if (subjectIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("job")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("kind", "in", [...kinds])
    .where("subject_id", "in", [...subjectIds])
    .where("state", "!=", "done")
    .orderBy("id")
    .execute();
}

/** @returns undefined if the job has not failed. */
export function requeueFailedJob(db: SiteDb, siteId: number, id: number): Promise<JobRow | undefined> {
  return db
    .updateTable("job")
    .set({ state: "queued", error: null, file_fault: null, attempts: 0, progress: 0, worker: null, finished_at: null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("state", "=", "failed")
    .returningAll()
    .executeTakeFirst();
}

/** Oldest first. */
export function listQueuedAndRunning(db: SiteDb, siteId: number, limit: number): Promise<JobRow[]> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("is_quiet", "=", false)
    .where("state", "in", ["queued", "running"])
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function countQueuedAndRunning(db: SiteDb, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("job")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("is_quiet", "=", false)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirstOrThrow();
  return count;
}

/** Newest first. */
export function listEndedJobs(db: SiteDb, siteId: number, limit: number): Promise<JobRow[]> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("is_quiet", "=", false)
    .where("state", "in", ["done", "failed"])
    .orderBy("finished_at", (order) => order.desc().nullsLast())
    .limit(limit)
    .execute();
}
