/**
 * Background work that survives a kill: rows in the database, claimed by any free server.
 *
 * At most two jobs run at the same time in a process (conversions use a core each), plus two of each separate lane of
 * job kinds (background work; analyses), so that a user's upload never queues behind them. Progress is stored in the
 * row; a job whose server no longer reports is claimed by another.
 */
import { randomUUID } from "node:crypto";
import { MESSAGES } from "@parfocal/core/messages.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import type { FastifyBaseLogger } from "fastify";
import { announce } from "../db/announcements.ts";
import { type Database, type SiteDb, withSite } from "../db/database.ts";
import { isStoreAway } from "../files/file-store.ts";
import type { Tracing } from "../tracing/tracing.ts";
import {
  finishJob,
  holdJob,
  insertJob,
  type JobOutcome,
  type KindFilter,
  listSitesWithOpenJobs,
  requeueRunningJobs,
  takeJob,
  updateJobProgress,
} from "./job.queries.ts";
import type { JobRow } from "./job.table.ts";

const AT_ONCE = 2;
const HEARTBEAT_MS = 1_000;
/** The jobs of a killed server are taken over by another one within ten seconds (decision 0152). */
const SILENT_MS = 7_000;
/** Polling interval for jobs added by other servers; this server's own jobs are announced immediately. */
const LOOK_EVERY_MS = 2_500;
const MAX_ATTEMPTS = 3;
/** Includes runs ended by a kill, so that a job that crashes its server is not retried endlessly. */
const MAX_TAKINGS = 10;

const AGAIN: JobOutcome = { state: "queued", error: null };
/** Retry delay of a job while the file store is unreachable. */
const STORE_AWAY_MS = 15_000;
const isPostponed = (error: unknown): boolean => error instanceof JobPostponed || isStoreAway(error);

function againAfter(error: unknown, log: FastifyBaseLogger, { id, kind }: JobRow): JobOutcome {
  if (error instanceof JobPostponed) return { ...AGAIN, delayMs: error.delayMs };
  if (!isStoreAway(error)) return AGAIN;
  log.warn({ err: error, job: id, kind }, "a job waits for the file store");
  return { ...AGAIN, delayMs: STORE_AWAY_MS };
}

/** The cause is not the file. */
const FAILED: JobOutcome = { state: "failed", error: MESSAGES["generic.failed"] };

export interface JobContext {
  readonly siteId: number;
  readonly subjectId: number;
  readonly signal: AbortSignal;
  /** @param done fraction of the work done, 0 to 1. */
  report(done: number): void;
  /**
   * Call it in each transaction that stores a result: no other server can take the job until that transaction ends.
   *
   * @throws the signal's reason if another server has taken the job; the transaction must not be committed.
   */
  assertOwned(db: SiteDb): Promise<void>;
}

/** Thrown by a handler if the work cannot be done yet; it is retried later. */
export class JobPostponed extends Error {
  override readonly name = "JobPostponed";
  readonly delayMs: number;

  constructor(delayMs: number) {
    super(`postponed by ${delayMs} ms`);
    this.delayMs = delayMs;
  }
}

/**
 * Does the work. A SlideFileError is final and its message is shown; a JobPostponed is retried later, any other error
 * immediately.
 */
export type JobHandler = (context: JobContext) => Promise<void>;

export interface JobQueue {
  /** Inserts the job in the caller's transaction; call `wake` after the commit. */
  add(db: SiteDb, siteId: number, job: { kind: string; subjectId: number; isQuiet?: boolean }): Promise<JobRow>;
  /** Announces new work: to this process if it runs jobs, otherwise to the processes that do. */
  wake(): void;
  /** Looks for work immediately, if this process runs jobs. */
  look(): void;
  /**
   * @param ownLanes lists of job kinds; each list has its own slots, separate from those of the other kinds and lists.
   */
  start(handlers: Readonly<Record<string, JobHandler>>, ownLanes?: readonly (readonly string[])[]): Promise<void>;
  /** Stops taking jobs; running jobs are stopped and wait for the next start. */
  stop(): Promise<void>;
}

interface QueueOptions {
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  /** Whether no other server can use this database: jobs interrupted by a kill are then resumed immediately. */
  readonly isAlone: boolean;
  /** null: jobs are not traced. */
  readonly tracing?: Tracing | null;
}

/** Context in which this server runs the jobs it takes. */
interface Worker {
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  readonly tracing: Tracing | null;
  /** Identifies this process: it no longer updates a job that another process has taken. */
  readonly id: string;
}

/** Runs a taken job, stores its progress while it runs, and its outcome. */
async function workOn(
  { database, log, tracing, id: worker }: Worker,
  job: JobRow,
  stop: AbortController,
  handler: JobHandler | undefined,
): Promise<void> {
  const siteId = job.site_id;
  let progress = 0;
  const stopIfLost = (isOwned: boolean): void => {
    if (!isOwned) stop.abort(new Error("another server has taken this job"));
  };
  const beat = setInterval(() => {
    withSite(database, siteId, (db) => updateJobProgress(db, siteId, job.id, { worker, progress }))
      .then(stopIfLost)
      .catch((error: unknown) => log.warn({ err: error, job: job.id }, "a job's progress could not be stored"));
  }, HEARTBEAT_MS);
  const report = (done: number): void => {
    progress = Math.min(1, Math.max(progress, done));
  };
  const assertOwned = async (db: SiteDb): Promise<void> => {
    const isOwned = await holdJob(db, siteId, job.id, worker);
    stopIfLost(isOwned);
    // A server that is stopping still stores its results.
    if (!isOwned) throw stop.signal.reason;
  };
  const context = { siteId, subjectId: job.subject_id, signal: stop.signal, report, assertOwned };
  const work = () => outcomeOf(job, handler, context, log);
  const outcome = await (tracing?.traceJob(job, work) ?? work());
  clearInterval(beat);
  await withSite(database, siteId, (db) => finishJob(db, siteId, job.id, { worker, ...outcome })).catch(
    (error: unknown) => {
      log.error({ err: error, job: job.id }, "a job's result could not be stored; the job will run again");
    },
  );
}

async function outcomeOf(
  job: JobRow,
  handler: JobHandler | undefined,
  context: JobContext,
  log: FastifyBaseLogger,
): Promise<JobOutcome> {
  if (job.attempts > MAX_TAKINGS) return FAILED;
  try {
    if (!handler) throw new Error(`no handler for jobs of type ${job.kind}`);
    await handler(context);
    return { state: "done", error: null };
  } catch (error) {
    if (context.signal.aborted || isPostponed(error)) return againAfter(error, log, job);
    if (error instanceof SlideFileError) return { state: "failed", error: error.message, fileFault: error.reason };
    log.error({ err: error, job: job.id, kind: job.kind }, "a job failed");
    return job.attempts < MAX_ATTEMPTS ? AGAIN : FAILED;
  }
}

export function createJobQueue({ database, log, isAlone, tracing = null }: QueueOptions): JobQueue {
  const worker: Worker = { database, log, tracing, id: randomUUID() };
  const running = new Map<number, { kind: string; stop: AbortController; ended: Promise<void> }>();
  let handlers: Readonly<Record<string, JobHandler>> = {};
  let lanes: readonly KindFilter[] = [];
  let isStopped = true;
  let isLooking = false;
  let mustLookAgain = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    if (isStopped) return;
    if (isLooking) {
      mustLookAgain = true;
      return;
    }
    isLooking = true;
    try {
      do {
        mustLookAgain = false;
        for (const siteId of await listSitesWithOpenJobs(database))
          for (const lane of lanes) await takeAll(siteId, lane);
      } while (mustLookAgain && !isStopped);
    } catch (error) {
      log.warn({ err: error }, "polling for jobs failed; it will be retried");
    } finally {
      isLooking = false;
    }
  }

  const countRunning = ({ kinds, areExcluded }: KindFilter) =>
    [...running.values()].filter(({ kind }) => kinds.includes(kind) !== areExcluded).length;

  async function takeAll(siteId: number, kindFilter: KindFilter): Promise<void> {
    while (!isStopped && countRunning(kindFilter) < AT_ONCE) {
      const job = await withSite(database, siteId, (db) =>
        takeJob(db, siteId, { worker: worker.id, silentMs: SILENT_MS, kindFilter, except: [...running.keys()] }),
      );
      if (!job) return;
      const stop = new AbortController();
      const ended = workOn(worker, job, stop, handlers[job.kind]).finally(() => {
        running.delete(job.id);
        void look();
      });
      running.set(job.id, { kind: job.kind, stop, ended });
    }
  }

  return {
    add: (db, siteId, job) => insertJob(db, siteId, job),
    wake() {
      if (!isStopped) void look();
      // If the announcement is missed, the workers find the job by polling.
      else void announce(database, "jobsWait").catch(() => {});
    },
    look: () => void look(),
    async start(byKind, ownLanes = []) {
      handlers = byKind;
      lanes = [
        { kinds: ownLanes.flat(), areExcluded: true },
        ...ownLanes.map((kinds) => ({ kinds, areExcluded: false })),
      ];
      isStopped = false;
      if (isAlone)
        for (const siteId of await listSitesWithOpenJobs(database))
          await withSite(database, siteId, (db) => requeueRunningJobs(db, siteId));
      timer = setInterval(() => void look(), LOOK_EVERY_MS);
      timer.unref();
      void look();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const left = [...running.values()];
      for (const { stop } of left) stop.abort(new Error("the server stops"));
      await Promise.allSettled(left.map(({ ended }) => ended));
    },
  };
}
