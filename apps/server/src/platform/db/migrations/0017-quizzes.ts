/**
 * Quizzes with their slides, questions and answer options. Which of them stand where, and in which order, the placements say;
 * the text of an answer option is its item's title.
 */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE quiz (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      quiz_type text NOT NULL CHECK (quiz_type IN ('Individual', 'Common', 'Auto-Generated')),
      -- Formatted text.
      content text NOT NULL DEFAULT '',
      -- Whose images it asks about; null: about the slides and cases that stand in it.
      source_folder_id bigint,
      is_ordered boolean NOT NULL DEFAULT false,
      is_blocked boolean NOT NULL DEFAULT false,
      is_auto_evaluation_enabled boolean NOT NULL DEFAULT false,
      is_automatically_numbered boolean NOT NULL DEFAULT false,
      is_selftest_enabled boolean NOT NULL DEFAULT false,
      hide_submitted_questions boolean NOT NULL DEFAULT false,
      is_answer_option_shuffle_enabled boolean NOT NULL DEFAULT false,
      -- null: as long as one likes.
      timer_duration_s integer CHECK (timer_duration_s > 0),
      notification_email text NOT NULL DEFAULT '',
      -- User group that those who take it are put into; null: none.
      assign_user_to bigint,
      consensus_threshold double precision NOT NULL DEFAULT 0.5 CHECK (consensus_threshold BETWEEN 0 AND 1),
      UNIQUE (site_id, item_id),
      CHECK (is_auto_evaluation_enabled OR NOT (is_selftest_enabled OR hide_submitted_questions)),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, source_folder_id) REFERENCES item (site_id, id) ON DELETE SET NULL (source_folder_id)
    );
    CREATE INDEX quiz_source_folder ON quiz (site_id, source_folder_id) WHERE source_folder_id IS NOT NULL;

    -- A quizSlide or quizCase: an image or case as a quiz shows it.
    CREATE TABLE quiz_slide (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      subject_id bigint NOT NULL,
      UNIQUE (site_id, item_id),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, subject_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX quiz_slide_subject ON quiz_slide (site_id, subject_id);

    CREATE TABLE quiz_question (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      question_type text NOT NULL
        CHECK (question_type IN ('short-answer', 'multiple-choice', 'multiple-answer', 'matching', 'annotation')),
      -- Formatted text.
      content text NOT NULL DEFAULT '',
      -- null: none said.
      score numeric(8, 2) CHECK (score >= 0),
      -- Of short answers; alternatives separated by |.
      correct_answer text NOT NULL DEFAULT '',
      -- Image or case that it is asked about; null: what it stands under, if that is a slide or case.
      linked_item_id bigint,
      UNIQUE (site_id, item_id),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, linked_item_id) REFERENCES item (site_id, id) ON DELETE SET NULL (linked_item_id)
    );
    CREATE INDEX quiz_question_linked ON quiz_question (site_id, linked_item_id) WHERE linked_item_id IS NOT NULL;

    CREATE TABLE quiz_answer_option (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      is_correct boolean NOT NULL DEFAULT false,
      -- The two sides of a pair to match.
      left_text text NOT NULL DEFAULT '',
      right_text text NOT NULL DEFAULT '',
      -- Where on the linked image the answer lies, as WKT in slide pixels; null: not of an annotation question.
      region text,
      UNIQUE (site_id, item_id),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
  `.execute(db);
  await guardSiteTables(db, ["quiz", "quiz_slide", "quiz_question", "quiz_answer_option"]);
}
