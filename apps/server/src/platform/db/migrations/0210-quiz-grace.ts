/** How late answers may arrive: set for each quiz, and kept by an attempt from its start (decision 0163). */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE quiz_access
      -- Seconds after the deadline in which requests are in time.
      ADD COLUMN grace_s integer NOT NULL DEFAULT 5 CHECK (grace_s BETWEEN 0 AND 60);
    ALTER TABLE quiz_attempt
      ADD COLUMN grace_s integer NOT NULL DEFAULT 5 CHECK (grace_s BETWEEN 0 AND 60);

    CREATE OR REPLACE VIEW counted_attempt WITH (security_invoker = true) AS
      SELECT * FROM quiz_attempt WHERE NOT is_preview;

    -- Of attempts whose deadline and grace are over. The first condition is the one that the index answers.
    DROP FUNCTION sites_with_overdue_attempts(timestamptz);
    CREATE FUNCTION sites_with_overdue_attempts(at timestamptz) RETURNS SETOF bigint
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
      AS $$
        SELECT DISTINCT site_id FROM public.quiz_attempt
        WHERE state = 'started' AND archived_at IS NULL AND deadline_at < at
          AND deadline_at + make_interval(secs => grace_s) < at
        ORDER BY site_id
      $$;
    REVOKE ALL ON FUNCTION sites_with_overdue_attempts(timestamptz) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION sites_with_overdue_attempts(timestamptz) TO parfocal_app;
  `.execute(db);
}
