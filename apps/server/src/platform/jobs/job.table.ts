import type { FileFault } from "@parfocal/core/job/job.contract.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface JobTable {
  id: Generated<number>;
  site_id: number;
  kind: string;
  subject_id: number;
  state: Generated<"queued" | "running" | "done" | "failed">;
  /** Fraction of the work done, 0 to 1. */
  progress: Generated<number>;
  error: string | null;
  file_fault: ColumnType<FileFault | null, FileFault | null | undefined, FileFault | null>;
  attempts: Generated<number>;
  /** The server process that runs it. */
  worker: string | null;
  heartbeat_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Earliest time at which it is taken; null: as soon as possible. */
  not_before: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Not listed under Processing. */
  is_quiet: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
  finished_at: ColumnType<Date | null, never, Date | null>;
}
export type JobRow = Selectable<JobTable>;
