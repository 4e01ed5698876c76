/** Server outages during a quiz, and the extra time granted for them. */
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { BEAT_EVERY_MS } from "#platform/heartbeat/heartbeat.ts";

export interface QuizOutage {
  readonly beganAt: Date;
  readonly endedAt: Date;
  /** Number of timed attempts that were running during it. */
  readonly attemptCount: number;
  /** Number of them that are still running. */
  readonly runningCount: number;
  /** Extra time granted to them, seconds; null: none yet. */
  readonly grantedS: number | null;
}

/** Outages during timed attempts at a quiz, latest first. */
export async function listQuizOutages(
  db: SiteDb,
  siteId: number,
  { quizId, most }: { readonly quizId: number; readonly most: number },
): Promise<QuizOutage[]> {
  const { rows } = await sql<QuizOutage>`
    SELECT outage.began_at AS "beganAt", outage.ended_at AS "endedAt", count(*)::integer AS "attemptCount",
      count(*) FILTER (WHERE attempt.state = 'started')::integer AS "runningCount", quiz_outage_grant.seconds AS "grantedS"
    FROM server_outage outage
    JOIN counted_attempt attempt ON attempt.started_at < outage.began_at + make_interval(secs => ${BEAT_EVERY_MS / 1000})
      AND attempt.deadline_at > outage.began_at
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

/** @returns false if the outage does not exist, or its time was already granted for this quiz. */
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
