/** Points and comments that a teacher gives for an answer; the automatic points stay known. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE quiz_answer
      -- Shown to the learner in the review.
      ADD COLUMN comment text NOT NULL DEFAULT '' CHECK (length(comment) <= 2000),
      ADD COLUMN marked_by bigint,
      ADD COLUMN marked_at timestamptz,
      -- Whether the points were given by a teacher: then the next three hold what the judging gave.
      ADD COLUMN has_given_points boolean NOT NULL DEFAULT false,
      ADD COLUMN automatic_earned_hundredths bigint,
      ADD COLUMN automatic_max_hundredths bigint,
      ADD COLUMN automatic_is_right boolean,
      ADD CHECK (has_given_points OR automatic_earned_hundredths IS NULL),
      ADD FOREIGN KEY (site_id, marked_by) REFERENCES site_user (site_id, id) ON DELETE SET NULL (marked_by);
    CREATE INDEX quiz_answer_marked_by ON quiz_answer (site_id, marked_by) WHERE marked_by IS NOT NULL;
  `.execute(db);
}
