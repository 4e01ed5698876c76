import { z } from "zod";
import type { Call } from "../call.contract.ts";
import { id, idParams } from "../platform/ids.ts";

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
});
export type Job = z.output<typeof job>;

export const retryJob = {
  method: "POST",
  path: "/v2/job/{id}/retry",
  summary: "Try a failed job again",
  policy: "manageContent",
  params: idParams,
  answer: job,
} as const satisfies Call;
