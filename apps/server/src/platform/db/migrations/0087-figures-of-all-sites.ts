/** Counts of jobs, mails, uploads and quiz attempts over all sites, for `/metrics`. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The function runs as the owner, who is held to the policies like anybody. Its answer has no site and no person.
    CREATE POLICY failed_jobs_of_all_sites ON job FOR SELECT TO CURRENT_USER USING (state = 'failed');
    CREATE POLICY mails_of_all_sites ON mail FOR SELECT TO CURRENT_USER USING (state <> 'sent');
    CREATE POLICY uploads_of_all_sites ON upload FOR SELECT TO CURRENT_USER USING (state = 'receiving');
    CREATE POLICY started_attempts_of_all_sites ON quiz_attempt FOR SELECT TO CURRENT_USER USING (state = 'started');
    CREATE FUNCTION figures_of_all_sites()
      RETURNS TABLE (figure text, kind text, count bigint, longest_wait_seconds double precision)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
      AS $$
        SELECT 'jobsQueued', job.kind, count(*), extract(epoch FROM now() - min(coalesce(not_before, created_at)))::float8
          FROM public.job
          WHERE state = 'queued' AND (not_before IS NULL OR not_before <= now()) GROUP BY job.kind
        UNION ALL SELECT 'jobsRunning', job.kind, count(*), NULL FROM public.job WHERE state = 'running' GROUP BY job.kind
        UNION ALL SELECT 'jobsFailed', job.kind, count(*), NULL FROM public.job
          WHERE state = 'failed' AND finished_at > now() - interval '1 day' GROUP BY job.kind
        UNION ALL SELECT 'mailsWaiting', NULL, count(*), NULL FROM public.mail WHERE state = 'waiting'
        UNION ALL SELECT 'mailsUnsent', NULL, count(*), NULL FROM public.mail WHERE state IN ('unsent', 'failed')
        UNION ALL SELECT 'uploadsReceiving', NULL, count(*), NULL FROM public.upload WHERE state = 'receiving'
        UNION ALL SELECT 'attemptsInProgress', NULL, count(*), NULL FROM public.quiz_attempt
          WHERE state = 'started' AND archived_at IS NULL AND NOT is_preview
      $$;
    REVOKE ALL ON FUNCTION figures_of_all_sites() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION figures_of_all_sites() TO parfocal_app;
  `.execute(db);
}
