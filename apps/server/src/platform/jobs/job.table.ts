import type { FileFault } from "@parfocal/core/job/job.contract.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface JobTable {
  id: Generated<number>;
  site_id: number;
  kind: string;
  subject_id: number;
  state: Generated<"queued" | "running" | "done" | "failed">;
  /** Share of the work done, 0 to 1. */
  progress: Generated<number>;
  error: string | null;
  file_fault: ColumnType<FileFault | null, FileFault | null | undefined, FileFault | null>;
  attempts: Generated<number>;
  /** Which server process works on it. */
  worker: string | null;
  heartbeat_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** It is not taken before; null: as soon as possible. */
  not_before: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** No list of processing shows it. */
  is_quiet: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
  finished_at: ColumnType<Date | null, never, Date | null>;
}
export type JobRow = Selectable<JobTable>;
