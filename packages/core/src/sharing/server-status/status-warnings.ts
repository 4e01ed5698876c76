/** Warnings for administrators, derived from the state of the server. */

const GIBIBYTE = 2 ** 30;
/** Space for the upload of a large slide and its conversion. */
const FREE_MIN_BYTES = 20 * GIBIBYTE;
const FREE_MIN_SHARE = 0.1;
/** Below it the tile cache stops and uploads of large slides are rejected. */
const FREE_CRITICAL_BYTES = 2 * GIBIBYTE;
const JOB_WAIT_MAX_SECONDS = 600;
/** Quiz deadlines use the database's clock. */
const CLOCK_OFFSET_MAX_SECONDS = 2;
/** Backups are daily: one may be late, not missing. */
const BACKUP_AGE_MAX_SECONDS = 48 * 60 * 60;

export type StatusWarning =
  | "diskFull"
  | "diskLow"
  | "jobsWaiting"
  | "jobsFailed"
  | "noMailServer"
  | "mailsUnsent"
  | "noAddress"
  | "noBackup"
  | "backupOld"
  | "clocksDiffer";

/** The part of `ServerStatus` that warnings are derived from; units as there. */
interface WatchedState {
  readonly disk: { readonly totalBytes: number; readonly freeBytes: number };
  readonly jobs: { readonly failed: number; readonly longestWaitSeconds: number | null };
  readonly mails: { readonly isServerConfigured: boolean; readonly unsent: number };
  readonly hasAddress: boolean;
  readonly database: { readonly clockOffsetSeconds: number };
  readonly lastBackup: { readonly ageSeconds: number } | null;
}

/** The most urgent first. */
export function findStatusWarnings({
  disk,
  jobs,
  mails,
  hasAddress,
  database,
  lastBackup,
}: WatchedState): StatusWarning[] {
  const isDiskFull = disk.freeBytes < FREE_CRITICAL_BYTES;
  const isDiskLow = disk.freeBytes < FREE_MIN_BYTES || disk.freeBytes < disk.totalBytes * FREE_MIN_SHARE;
  const conditions: readonly (readonly [StatusWarning, boolean])[] = [
    ["diskFull", isDiskFull],
    ["diskLow", isDiskLow && !isDiskFull],
    ["clocksDiffer", Math.abs(database.clockOffsetSeconds) > CLOCK_OFFSET_MAX_SECONDS],
    ["backupOld", (lastBackup?.ageSeconds ?? 0) > BACKUP_AGE_MAX_SECONDS],
    ["noBackup", lastBackup === null],
    ["jobsWaiting", (jobs.longestWaitSeconds ?? 0) > JOB_WAIT_MAX_SECONDS],
    ["jobsFailed", jobs.failed > 0],
    ["noMailServer", !mails.isServerConfigured],
    ["mailsUnsent", mails.isServerConfigured && mails.unsent > 0],
    ["noAddress", !hasAddress],
  ];
  return conditions.filter(([, holds]) => holds).map(([warning]) => warning);
}
