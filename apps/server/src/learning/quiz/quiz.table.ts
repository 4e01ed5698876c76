import type { QuestionType, QuizType } from "@parfocal/core/quiz/quiz-types.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface QuizTable {
  item_id: number;
  site_id: number;
  quiz_type: QuizType;
  /** Formatted text. */
  content: Generated<string>;
  /** Course or folder whose images are the subjects of the questions; null: the quiz's own slides and cases. */
  source_folder_id: number | null;
  is_ordered: Generated<boolean>;
  /** Has no effect if questions are answered in order. */
  is_on_one_page: Generated<boolean>;
  is_blocked: Generated<boolean>;
  is_auto_evaluation_enabled: Generated<boolean>;
  is_automatically_numbered: Generated<boolean>;
  is_selftest_enabled: Generated<boolean>;
  hide_submitted_questions: Generated<boolean>;
  is_answer_option_shuffle_enabled: Generated<boolean>;
  /** null: no time limit. */
  timer_duration_s: number | null;
  notification_email: Generated<string>;
  /** User group to which people who take it are added; null: none. */
  assign_user_to: number | null;
  consensus_threshold: Generated<number>;
}
export type QuizRow = Selectable<QuizTable>;

/** A quizSlide or quizCase. */
export interface QuizSlideTable {
  item_id: number;
  site_id: number;
  /** The image or case shown. */
  subject_id: number;
}

export interface QuizQuestionTable {
  item_id: number;
  site_id: number;
  question_type: QuestionType;
  /** Formatted text. */
  content: Generated<string>;
  /** The database returns numeric values as text; null: not set. */
  score: ColumnType<string | null, string | number | null, string | number | null>;
  correct_answer: Generated<string>;
  /** Formatted text, shown with the correct answer; empty: none. */
  explanation: Generated<string>;
  /** Image or case; null: the image or case of its parent, if the parent is a slide or case. */
  linked_item_id: number | null;
}

export interface QuizAnswerOptionTable {
  item_id: number;
  site_id: number;
  is_correct: Generated<boolean>;
  left_text: Generated<string>;
  right_text: Generated<string>;
  /** WKT in slide pixels; null: not an annotation question. */
  region: string | null;
}
export type QuizAnswerOptionRow = Selectable<QuizAnswerOptionTable>;
