/** Figures for the server status. Only the versions, the database size and the last backup are about all sites. */
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { lastBackupAt } from "#platform/db/last-backup.ts";

interface DatabaseState {
  readonly version: string;
  readonly bytes: number;
  readonly now: Date;
  readonly lastBackupAt: Date | null;
}

export async function readDatabaseState(db: SiteDb): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      pg_database_size(current_database()) AS bytes, clock_timestamp() AS now, ${lastBackupAt} AS "lastBackupAt"
  `.execute(db);
  return rows[0] as DatabaseState;
}

interface JobCounts {
  readonly queued: number;
  readonly running: number;
  readonly failed: number;
  readonly longestWaitSeconds: number | null;
}

/** A job that is scheduled for a retry does not count as waiting until then. */
export function countJobs(db: SiteDb, siteId: number): Promise<JobCounts> {
  return db
    .selectFrom("job")
    .select([
      sql<number>`count(*) FILTER (WHERE state = 'queued')`.as("queued"),
      sql<number>`count(*) FILTER (WHERE state = 'running')`.as("running"),
      sql<number>`count(*) FILTER (WHERE state = 'failed' AND finished_at > now() - interval '1 day')`.as("failed"),
      sql<number | null>`
        extract(epoch FROM now() - min(coalesce(not_before, created_at))
          FILTER (WHERE state = 'queued' AND (not_before IS NULL OR not_before <= now())))::float8
      `.as("longestWaitSeconds"),
    ])
    .where("site_id", "=", siteId)
    .where((or) =>
      or.or([
        or("state", "in", ["queued", "running"]),
        or.and([or("state", "=", "failed"), or("finished_at", ">", sql<Date>`now() - interval '1 day'`)]),
      ]),
    )
    .executeTakeFirstOrThrow();
}

export function countSlideFiles(db: SiteDb, siteId: number): Promise<{ count: number; bytes: number }> {
  return db
    .selectFrom("slide_file")
    .select([sql<number>`count(*)`.as("count"), sql<number>`coalesce(sum(bytes), 0)::bigint`.as("bytes")])
    .where("site_id", "=", siteId)
    .executeTakeFirstOrThrow();
}

export async function countReceivingUploads(db: SiteDb, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("upload")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("state", "=", "receiving")
    .executeTakeFirstOrThrow();
  return count;
}

export async function countAttemptsInProgress(db: SiteDb, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("counted_attempt")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("state", "=", "started")
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
