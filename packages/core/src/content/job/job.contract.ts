import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";

/** Reasons why a file cannot be a slide. `error` gives details in English. */
export const FILE_FAULTS = ["notASlide", "unsupported", "truncated", "damaged", "tooLarge"] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

const JOB_STATES = ["queued", "running", "done", "failed"] as const;

export const job = z.object({
  id,
  /** The job's name, e.g. `checkUpload`, `convertImage`, `completeLevels`. */
  kind: z.string(),
  state: z.enum(JOB_STATES),
  /** Share of the work done, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** User-facing message if it failed, else null. */
  error: z.string().nullable(),
  /** The reason as a code if the file is at fault. */
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
