import type { AttemptState, FinalisedBy } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import type { GivenAnswer } from "@parfocal/core/quiz-attempt/given-answer.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface QuizAttemptTable {
  id: Generated<number>;
  site_id: number;
  quiz_id: number;
  user_id: number;
  /** Starts at 1 for each person and quiz. */
  attempt_no: number;
  state: Generated<AttemptState>;
  /** Secret: shuffled orders and option tokens are derived from it. */
  seed: string;
  started_at: Date;
  /** null: no time limit. */
  deadline_at: Date | null;
  /** Time limit of the quiz at the start, seconds, without extra time; null: none. */
  time_limit_s: ColumnType<number | null, number | null | undefined, never>;
  /** Extra time granted to all running attempts, seconds; included in the deadline. */
  granted_s: Generated<number>;
  /** Seconds after the deadline in which requests are still in time. */
  grace_s: Generated<number>;
  submitted_at: ColumnType<Date | null, never, Date>;
  finalised_by: ColumnType<FinalisedBy | null, never, FinalisedBy>;
  /** null: not submitted, or not evaluated. */
  earned_hundredths: ColumnType<number | null, never, number | null>;
  max_hundredths: ColumnType<number | null, never, number | null>;
  reported_remaining_s: ColumnType<number | null, never, number>;
  reported_at: ColumnType<Date | null, never, Date>;
  /** Time of removal by a restart or a reset. */
  archived_at: ColumnType<Date | null, never, Date | null>;
  archived_by: ColumnType<number | null, never, number | null>;
  reset_id: ColumnType<string | null, never, string | null>;
  /** An attempt of a content manager, which is not counted. */
  is_preview: ColumnType<boolean, boolean | undefined, never>;
}
export type QuizAttemptRow = Selectable<QuizAttemptTable>;

/** Attempts without previews: results, statistics, limits and notices only use these (decision 0081). */
export type CountedAttemptView = QuizAttemptTable;

export interface QuizAnswerTable {
  site_id: number;
  attempt_id: number;
  question_id: number;
  /** In a Common quiz, the slide or case that the question is about; 0: none. */
  subject_id: number;
  /** null: none. */
  answer: ColumnType<GivenAnswer | null, string | null, string | null>;
  is_marked: Generated<boolean>;
  is_checked: Generated<boolean>;
  rev: Generated<number>;
  saved_at: ColumnType<Date, never, Date>;
  earned_hundredths: ColumnType<number | null, number | null | undefined, number | null>;
  max_hundredths: ColumnType<number | null, number | null | undefined, number | null>;
  is_right: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  /** A teacher's comment for the learner. */
  comment: ColumnType<string, string | undefined, string>;
  marked_by: ColumnType<number | null, number | null | undefined, number | null>;
  marked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Whether a teacher gave the points; the automatic points are then in the next column. */
  has_given_points: ColumnType<boolean, boolean | undefined, boolean>;
  automatic_earned_hundredths: ColumnType<number | null, number | null | undefined, number | null>;
  automatic_max_hundredths: ColumnType<number | null, number | null | undefined, number | null>;
  automatic_is_right: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
}
export type QuizAnswerRow = Selectable<QuizAnswerTable>;

/** A slide of an attempt, directly or in a case. */
export interface QuizAttemptImageTable {
  site_id: number;
  attempt_id: number;
  image_id: number;
}
