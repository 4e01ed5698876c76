/** Previews: attempts of those who write quizzes, which count nowhere (decision 0081). */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE quiz_attempt
      ADD COLUMN is_preview boolean NOT NULL DEFAULT false,
      DROP CONSTRAINT quiz_attempt_site_id_quiz_id_user_id_attempt_no_key,
      -- Previews are numbered by themselves: they leave no gap between attempts.
      ADD UNIQUE (site_id, quiz_id, user_id, is_preview, attempt_no);
    DROP INDEX quiz_attempt_running;
    CREATE UNIQUE INDEX quiz_attempt_running ON quiz_attempt (site_id, quiz_id, user_id)
      WHERE state = 'started' AND archived_at IS NULL AND NOT is_preview;
    -- One preview per person and quiz, running or submitted.
    CREATE UNIQUE INDEX quiz_attempt_preview ON quiz_attempt (site_id, quiz_id, user_id) WHERE is_preview;
    CREATE INDEX quiz_attempt_old_preview ON quiz_attempt (site_id, started_at) WHERE is_preview;

    -- What results, statistics, limits and notices are about. A migration that adds a column to quiz_attempt replaces it.
    CREATE VIEW counted_attempt WITH (security_invoker = true) AS
      SELECT * FROM quiz_attempt WHERE NOT is_preview;
    GRANT SELECT, UPDATE ON counted_attempt TO parfocal_app;
  `.execute(db);
}
