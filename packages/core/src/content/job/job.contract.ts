import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";

/** Why a file cannot be a slide. The sentence beside it says more, in English. */
export const FILE_FAULTS = ["notASlide", "unsupported", "truncated", "damaged", "tooLarge"] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

export const JOB_STATES = ["queued", "running", "done", "failed"] as const;

export const job = z.object({
  id,
  /** What is done, e.g. `checkUpload`, `convertImage`, `completeLevels`. */
  kind: z.string(),
  state: z.enum(JOB_STATES),
  /** Share of the work done, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Why it failed, as a sentence; null otherwise. */
  error: z.string().nullable(),
  /** The same as a code, where the file is to blame. */
  fileFault: z.enum(FILE_FAULTS).nullable(),
});
export type Job = z.output<typeof job>;

export const retryJob = {
  method: "POST",
  path: "/v2/job/{id}/retry",
  summary: "Retry a failed job",
  policy: "manageContent",
  params: idParams,
  answer: job,
} as const satisfies Call;
