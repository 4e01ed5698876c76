/** Attempts at quizzes and their answers. The database holds one running attempt per person and quiz (reliability rule D-1). */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE quiz_attempt (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      quiz_id bigint NOT NULL,
      user_id bigint NOT NULL,
      -- From 1, for each person and quiz; removed attempts keep theirs.
      attempt_no integer NOT NULL CHECK (attempt_no > 0),
      state text NOT NULL DEFAULT 'started' CHECK (state IN ('started', 'submitted')),
      -- Secret: shuffles and tokens of options are made from it.
      seed text NOT NULL,
      started_at timestamptz NOT NULL,
      -- null: no time limit.
      deadline_at timestamptz,
      submitted_at timestamptz,
      finalised_by text CHECK (finalised_by IN ('person', 'sweeper', 'staff')),
      -- Points in hundredths; null: not submitted, or not evaluated.
      earned_hundredths bigint,
      max_hundredths bigint,
      -- What the page's clock showed last, and when it said so: for looking into complaints, nothing else.
      reported_remaining_s integer,
      reported_at timestamptz,
      -- Removed by a restart, or by a reset of all; then it is deleted after 30 days.
      archived_at timestamptz,
      archived_by bigint,
      -- Names the reset that removed it; null: the person's own restart.
      reset_id uuid,
      UNIQUE (site_id, id),
      UNIQUE (site_id, quiz_id, user_id, attempt_no),
      CHECK ((state = 'submitted') = (submitted_at IS NOT NULL)),
      CHECK ((state = 'submitted') = (finalised_by IS NOT NULL)),
      FOREIGN KEY (site_id, quiz_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, archived_by) REFERENCES site_user (site_id, id) ON DELETE SET NULL (archived_by)
    );
    CREATE UNIQUE INDEX quiz_attempt_running ON quiz_attempt (site_id, quiz_id, user_id)
      WHERE state = 'started' AND archived_at IS NULL;
    CREATE INDEX quiz_attempt_user ON quiz_attempt (site_id, user_id);
    CREATE INDEX quiz_attempt_deadline ON quiz_attempt (deadline_at)
      WHERE state = 'started' AND archived_at IS NULL AND deadline_at IS NOT NULL;
    CREATE INDEX quiz_attempt_archived ON quiz_attempt (site_id, archived_at) WHERE archived_at IS NOT NULL;
    CREATE INDEX quiz_attempt_reset ON quiz_attempt (site_id, reset_id) WHERE reset_id IS NOT NULL;
    CREATE INDEX quiz_attempt_archived_by ON quiz_attempt (site_id, archived_by) WHERE archived_by IS NOT NULL;

    CREATE TABLE quiz_answer (
      site_id bigint NOT NULL REFERENCES site (id),
      attempt_id bigint NOT NULL,
      question_id bigint NOT NULL,
      -- In a Common quiz the slide or case that the question is asked of; 0: none.
      subject_id bigint NOT NULL DEFAULT 0,
      -- With ids of options; null: none was given.
      answer jsonb,
      is_marked boolean NOT NULL DEFAULT false,
      -- In a self-test: final and judged.
      is_checked boolean NOT NULL DEFAULT false,
      -- Number of the change; an older one never replaces a newer one.
      rev integer NOT NULL DEFAULT 0,
      saved_at timestamptz NOT NULL DEFAULT now(),
      -- Points, once judged; null: not judged.
      earned_hundredths bigint,
      max_hundredths bigint,
      is_right boolean,
      PRIMARY KEY (attempt_id, question_id, subject_id),
      FOREIGN KEY (site_id, attempt_id) REFERENCES quiz_attempt (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, question_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX quiz_answer_question ON quiz_answer (site_id, question_id);

    -- Slides that an attempt is about: while it runs, what others drew on them is not shown (threat T-03).
    CREATE TABLE quiz_attempt_image (
      site_id bigint NOT NULL REFERENCES site (id),
      attempt_id bigint NOT NULL,
      image_id bigint NOT NULL,
      PRIMARY KEY (attempt_id, image_id),
      FOREIGN KEY (site_id, attempt_id) REFERENCES quiz_attempt (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, image_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX quiz_attempt_image_image ON quiz_attempt_image (site_id, image_id);
  `.execute(db);
  await guardSiteTables(db, ["quiz_attempt", "quiz_answer", "quiz_attempt_image"]);
  await sql`
    -- Attempts whose time is over are looked for every two seconds, in all sites at once. The function runs as the owner,
    -- who is held to the policies like anybody.
    CREATE POLICY running_attempts_of_all_sites ON quiz_attempt FOR SELECT TO CURRENT_USER
      USING (state = 'started' AND archived_at IS NULL AND deadline_at IS NOT NULL);
    CREATE FUNCTION sites_with_overdue_attempts(before timestamptz) RETURNS SETOF bigint
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
      AS $$
        SELECT DISTINCT site_id FROM public.quiz_attempt
        WHERE state = 'started' AND archived_at IS NULL AND deadline_at < before ORDER BY site_id
      $$;
    REVOKE ALL ON FUNCTION sites_with_overdue_attempts(timestamptz) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION sites_with_overdue_attempts(timestamptz) TO parfocal_app;
  `.execute(db);
}
