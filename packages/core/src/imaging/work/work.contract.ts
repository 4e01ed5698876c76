/** The work of a whole site, as those who manage content look at it. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { job } from "../../content/job/job.contract.ts";
import { id } from "../../platform/ids.ts";

/** What a job works on, as a person knows it. */
const workSubject = z.object({
  /** The slide's title, or the name of the file. */
  title: z.string(),
  /** null: there is no slide (yet). */
  imageId: id.nullable(),
  thumbnail: z.string().nullable(),
  /** The courses and folders that it lies in, at any depth; of a file that is no slide yet, those of its destination. */
  placeIds: z.array(id),
});

const work = job.extend({
  createdAt: z.iso.datetime(),
  /** null: not ended. */
  finishedAt: z.iso.datetime().nullable(),
  subject: workSubject,
  /** Whether trying again can help (state `failed`). */
  canRetry: z.boolean(),
});
export type Work = z.output<typeof work>;

/** Most that is listed of what is queued or running; `openCount` says how many there are. */
export const MAX_OPEN_LISTED = 100;
/** Most that is listed of what has ended. */
export const MAX_ENDED_LISTED = 50;

export const listWork = {
  method: "GET",
  path: "/v2/job",
  summary: "List slide jobs: queued and running ones, oldest first, and recently finished ones, newest first",
  policy: "manageContent",
  answer: z.object({ open: z.array(work), openCount: z.int(), ended: z.array(work) }),
} as const satisfies Call;
export type SiteWork = z.output<typeof listWork.answer>;
