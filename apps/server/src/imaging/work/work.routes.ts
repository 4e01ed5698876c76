import { listWork, MAX_ENDED_LISTED, MAX_OPEN_LISTED, type Work } from "@parfocal/core/work/work.contract.ts";
import { presentJob } from "#job/job.present.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { countQueuedAndRunning, listEndedJobs, listQueuedAndRunning } from "#platform/jobs/job.queries.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";
import { UNPACK_RADIOLOGY } from "#radiology/unpack-upload.ts";
import { CHECK_UPLOAD } from "#upload/check-upload.ts";
import { findWorkSubjects } from "./work-subjects.ts";

const OF_UPLOADS: readonly string[] = [CHECK_UPLOAD, UNPACK_RADIOLOGY];

/** A rejected upload is deleted: there is nothing to retry. */
const canRetry = ({ kind, state, file_fault }: JobRow) =>
  state === "failed" && !(OF_UPLOADS.includes(kind) && file_fault !== null);

async function present(db: SiteDb, siteId: number, jobs: readonly JobRow[]): Promise<Work[]> {
  const subjects = await findWorkSubjects(db, siteId, jobs);
  return jobs.flatMap((job) => {
    const subject = subjects.get(job.id);
    if (!subject) return [];
    return {
      ...presentJob(job, true),
      createdAt: job.created_at.toISOString(),
      finishedAt: job.finished_at?.toISOString() ?? null,
      subject,
      canRetry: canRetry(job),
    };
  });
}

export const workRoutes = [
  route(listWork, async ({ db, siteId }) => ({
    open: await present(db, siteId, await listQueuedAndRunning(db, siteId, MAX_OPEN_LISTED)),
    openCount: await countQueuedAndRunning(db, siteId),
    ended: await present(db, siteId, await listEndedJobs(db, siteId, MAX_ENDED_LISTED)),
  })),
];
