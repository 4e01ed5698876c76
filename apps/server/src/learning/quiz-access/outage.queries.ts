/** Outages of the server, and what they mean for a quiz. */
import { sql } from "kysely";
import type { Database, SiteDb } from "#platform/db/database.ts";

interface Beat {
  readonly now: Date;
  /** A longer time without a beat is an outage, seconds. */
  readonly gapS: number;
}

/** One statement: of several servers the first to return writes the outage, the others find the beat of the first. */
export async function recordBeat(database: Database, { now, gapS }: Beat): Promise<void> {
  await sql`
    WITH previous AS (SELECT beat_at FROM server_heartbeat WHERE id = 1 FOR UPDATE),
    beat AS (
      INSERT INTO server_heartbeat (id, beat_at) SELECT 1, greatest(${now}::timestamptz, max(beat_at)) FROM previous
      ON CONFLICT (id) DO UPDATE SET beat_at = greatest(server_heartbeat.beat_at, excluded.beat_at)
    )
    INSERT INTO server_outage (began_at, ended_at)
    SELECT beat_at, ${now}::timestamptz FROM previous
    WHERE ${now}::timestamptz - beat_at > make_interval(secs => ${gapS})
    ON CONFLICT DO NOTHING
  `.execute(database);
}

export async function deleteOutages(database: Database, before: Date): Promise<void> {
  await database.deleteFrom("server_outage").where("ended_at", "<", before).execute();
}

export interface QuizOutage {
  readonly beganAt: Date;
  readonly endedAt: Date;
  /** Timed attempts that ran in it. */
  readonly attemptCount: number;
  /** Those of them that still run. */
  readonly runningCount: number;
  /** Given to them, seconds; null: nothing yet. */
  readonly grantedS: number | null;
}

/** Outages in which timed attempts at a quiz ran, the latest first. */
export async function listQuizOutages(
  db: SiteDb,
  siteId: number,
  { quizId, most }: { readonly quizId: number; readonly most: number },
): Promise<QuizOutage[]> {
  const { rows } = await sql<QuizOutage>`
    SELECT outage.began_at AS "beganAt", outage.ended_at AS "endedAt", count(*)::integer AS "attemptCount",
      count(*) FILTER (WHERE attempt.state = 'started')::integer AS "runningCount", quiz_outage_grant.seconds AS "grantedS"
    FROM server_outage outage
    JOIN counted_attempt attempt ON attempt.started_at < outage.began_at AND attempt.deadline_at > outage.began_at
      AND coalesce(attempt.submitted_at, 'infinity') > outage.began_at
    LEFT JOIN quiz_outage_grant ON quiz_outage_grant.site_id = attempt.site_id
      AND quiz_outage_grant.quiz_id = attempt.quiz_id AND quiz_outage_grant.outage_began_at = outage.began_at
    WHERE attempt.site_id = ${siteId} AND attempt.quiz_id = ${quizId} AND attempt.archived_at IS NULL
    GROUP BY outage.began_at, outage.ended_at, quiz_outage_grant.seconds
    ORDER BY outage.began_at DESC LIMIT ${most}
  `.execute(db);
  return rows;
}

interface OutageGrant {
  readonly quizId: number;
  readonly beganAt: Date;
  readonly seconds: number;
}

/** @returns false: there was no such outage, or its time has been given at this quiz. */
export async function insertOutageGrant(
  db: SiteDb,
  siteId: number,
  { quizId, beganAt, seconds }: OutageGrant,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO quiz_outage_grant (site_id, quiz_id, outage_began_at, seconds)
    SELECT ${siteId}, ${quizId}, began_at, ${seconds} FROM server_outage WHERE began_at = ${beganAt}
    ON CONFLICT DO NOTHING RETURNING quiz_id
  `.execute(db);
  return rows.length > 0;
}
