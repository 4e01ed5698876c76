import { AppError, notFound } from "@parfocal/core/errors.ts";
import { retryJob } from "@parfocal/core/job/job.contract.ts";
import { route } from "#platform/http/route.ts";
import { findJob, requeueFailedJob } from "#platform/jobs/job.queries.ts";
import { presentJob } from "./job.present.ts";

export const jobRoutes = [
  route(retryJob, async ({ db, siteId, platform, afterCommit }, { params }) => {
    if (!(await findJob(db, siteId, params.id))) throw notFound("Job");
    const job = await requeueFailedJob(db, siteId, params.id);
    if (!job) throw new AppError("conflict", "Only failed jobs can be retried.");
    afterCommit(() => platform.jobs.wake());
    return presentJob(job, true);
  }),
];
