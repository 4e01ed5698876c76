/** Background jobs of a site, for content managers. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { job } from "../../content/job/job.contract.ts";
import { id } from "../../platform/ids.ts";

/** The slide or file that a job works on. */
const workSubject = z.object({
  /** Title of the slide, or name of the file. */
  title: z.string(),
  /** Null: no slide (yet). */
  imageId: id.nullable(),
  thumbnail: z.string().nullable(),
  /**
   * All courses and folders that contain it, at any depth; for a file that is not a slide yet, those of its
   * destination.
   */
  placeIds: z.array(id),
});

const work = job.extend({
  createdAt: z.iso.datetime(),
  /** Null: not finished. */
  finishedAt: z.iso.datetime().nullable(),
  subject: workSubject,
  /** Whether a retry can succeed (state `failed`). */
  canRetry: z.boolean(),
});
export type Work = z.output<typeof work>;

/** Limit of the listed queued and running jobs; `openCount` is their total. */
export const MAX_OPEN_LISTED = 100;
/** Limit of the listed finished jobs. */
export const MAX_ENDED_LISTED = 50;

export const listWork = {
  method: "GET",
  path: "/v2/job",
  summary: "List slide jobs: queued and running ones, oldest first, and recently finished ones, newest first",
  policy: "manageContent",
  answer: z.object({ open: z.array(work), openCount: z.int(), ended: z.array(work) }),
} as const satisfies Call;
export type SiteWork = z.output<typeof listWork.answer>;
