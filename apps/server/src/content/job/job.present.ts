import type { Job } from "@parfocal/core/job/job.contract.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";

/** @param mayReadError its sentence may hold names of files, and those the name of a patient. */
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
