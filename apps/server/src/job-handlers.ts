/** Which work is done by whom: every kind of job in one visible list. */
import { keepFileAnnotations } from "#annotation/keep-file-annotations.ts";
import { deidentifyStoredSlide } from "#image/deidentify-stored-slide.ts";
import { DEIDENTIFY_SLIDE, DRAW_DEMO_SLIDE } from "#image/slide-jobs.ts";
import { slideJobHandlers } from "#image/slide-work.ts";
import type { JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { radiologyJobHandlers } from "#radiology/unpack-upload.ts";
import { serverFileJobHandlers } from "#server-file/server-file-job.ts";
import { uploadJobHandlers } from "#upload/check-upload.ts";
import { demoJobHandlers } from "./seed/draw-demo-slide.ts";

export function allJobHandlers(platform: Platform): Record<string, JobHandler> {
  return {
    ...slideJobHandlers(platform, (db, found) => keepFileAnnotations(platform, db, found)),
    [DEIDENTIFY_SLIDE]: (context) => deidentifyStoredSlide(platform, context),
    ...uploadJobHandlers(platform),
    ...radiologyJobHandlers(platform),
    ...serverFileJobHandlers(platform),
    ...demoJobHandlers(platform),
  };
}

/** Work that nobody waits for: an upload does not queue behind it. */
export const LEISURELY_JOBS: readonly string[] = [DRAW_DEMO_SLIDE];
