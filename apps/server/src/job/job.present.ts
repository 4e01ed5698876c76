import type { Job } from "@parfocal/core/job/job.contract.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";

export const presentJob = ({ id, kind, state, progress, error, file_fault: fileFault }: JobRow): Job => ({
  id,
  kind,
  state,
  progress,
  error,
  fileFault,
});
