import type { Job } from "@parfocal/core/job/job.contract.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";

/** @param mayReadError its message may contain file names, and these a patient's name. */
export const presentJob = (
  { id, kind, state, progress, error, file_fault: fileFault }: JobRow,
  mayReadError: boolean,
): Job => ({
  id,
  kind,
  state,
  progress,
  error: mayReadError ? error : null,
  fileFault,
});
