/** Regrades of quizzes, with what the points were before: they can be undone for 30 days. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE quiz_regrade (
      id uuid PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      quiz_id bigint NOT NULL,
      regraded_by bigint,
      created_at timestamptz NOT NULL,
      attempt_count integer NOT NULL,
      UNIQUE (site_id, id),
      FOREIGN KEY (site_id, quiz_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, regraded_by) REFERENCES site_user (site_id, id) ON DELETE SET NULL (regraded_by)
    );
    CREATE INDEX quiz_regrade_quiz ON quiz_regrade (site_id, quiz_id, created_at);
    CREATE INDEX quiz_regrade_by ON quiz_regrade (site_id, regraded_by) WHERE regraded_by IS NOT NULL;

    -- What the judging gave before; each null: not judged.
    CREATE TABLE quiz_regrade_answer (
      site_id bigint NOT NULL REFERENCES site (id),
      regrade_id uuid NOT NULL,
      attempt_id bigint NOT NULL,
      question_id bigint NOT NULL,
      subject_id bigint NOT NULL,
      earned_hundredths bigint,
      max_hundredths bigint,
      is_right boolean,
      PRIMARY KEY (regrade_id, attempt_id, question_id, subject_id),
      FOREIGN KEY (site_id, regrade_id) REFERENCES quiz_regrade (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, attempt_id) REFERENCES quiz_attempt (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX quiz_regrade_answer_attempt ON quiz_regrade_answer (site_id, attempt_id);
  `.execute(db);
  await guardSiteTables(db, ["quiz_regrade", "quiz_regrade_answer"]);
}
