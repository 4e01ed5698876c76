/**
 * Metrics of the whole installation: jobs, emails, uploads, attempts, disk space and the last backup. None contains a
 * site or a person.
 */
import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import { lastBackupAt } from "../db/last-backup.ts";
import type { Platform } from "../platform.ts";

interface FigureRow {
  readonly figure: string;
  readonly kind: string | null;
  readonly count: number;
  readonly longest_wait_seconds: number | null;
}

/** Gauges with a label `kind`, by the name of the figure in the query result. */
const BY_KIND = {
  jobsQueued: ["parfocal_jobs_queued", "Jobs that could run and wait"],
  jobsRunning: ["parfocal_jobs_running", "Jobs in progress"],
  jobsFailed: ["parfocal_jobs_failed_last_day", "Jobs that failed in the last 24 hours"],
} as const;

const PLAIN = {
  mailsWaiting: ["parfocal_mails_waiting", "Mails that will be tried (again)"],
  mailsUnsent: ["parfocal_mails_unsent", "Mails of the last 30 days that could not be sent"],
  uploadsReceiving: ["parfocal_uploads_receiving", "Uploads that are not complete"],
  lastBackup: [
    "parfocal_last_backup_timestamp_seconds",
    "Start of the last complete backup, Unix time; missing if there is none",
  ],
  attemptsInProgress: ["parfocal_quiz_attempts_in_progress", "Quiz attempts that are being taken"],
} as const;

/**
 * @returns a function that updates them; call it before each scrape. If the database is unreachable,
 * `parfocal_database_up` is 0 and the database figures are missing.
 */
export function addInstallationMetrics(
  registry: Registry,
  platform: Pick<Platform, "folders" | "reserve" | "version">,
): () => Promise<void> {
  const { folders, version } = platform;
  const registers = [registry];
  const gauge = ([name, help]: readonly [string, string], labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  gauge(["parfocal_info", "The version"], ["version"]).set({ version }, 1);
  const up = gauge(["parfocal_database_up", "1 if the database answers"]);
  const disk = gauge(["parfocal_disk_bytes", "File system of the data folder"], ["state"]);
  const longestWait = gauge(
    ["parfocal_job_longest_wait_seconds", "Age of the oldest job that could run and waits"],
    ["kind"],
  );
  const byKind = Object.entries(BY_KIND).map(([figure, words]) => [figure, gauge(words, ["kind"])] as const);
  const plain = Object.entries(PLAIN).map(([figure, words]) => [figure, gauge(words)] as const);
  return async () => {
    disk.set({ state: "free" }, await folders.freeBytes());
    disk.set({ state: "total" }, await folders.totalBytes());
    const rows = await readFigures(platform);
    up.set(rows === null ? 0 : 1);
    longestWait.reset();
    for (const [figure, each] of byKind) {
      each.reset();
      for (const { kind, count } of rowsOf(rows, figure)) each.set({ kind: kind ?? "" }, count);
    }
    for (const [figure, each] of plain) {
      each.remove();
      for (const { count } of rowsOf(rows, figure)) each.set(count);
    }
    for (const { kind, longest_wait_seconds: seconds } of rows ?? [])
      if (kind !== null && seconds !== null) longestWait.set({ kind }, seconds);
  };
}

const rowsOf = (rows: readonly FigureRow[] | null, figure: string): readonly FigureRow[] =>
  (rows ?? []).filter((row) => row.figure === figure);

/** @returns null if the database does not respond. */
async function readFigures({ reserve }: Pick<Platform, "reserve">): Promise<FigureRow[] | null> {
  try {
    const { rows } = await sql<FigureRow>`
      SELECT figure, kind, count, longest_wait_seconds FROM figures_of_all_sites()
      UNION ALL
      SELECT 'lastBackup', NULL, extract(epoch FROM ${lastBackupAt})::bigint, NULL WHERE ${lastBackupAt} IS NOT NULL
    `.execute(reserve);
    return rows;
  } catch {
    return null;
  }
}

export async function isDatabaseUp({ reserve }: Pick<Platform, "reserve">): Promise<boolean> {
  try {
    await sql`SELECT 1`.execute(reserve);
    return true;
  } catch {
    return false;
  }
}
