export interface QuizRegradeTable {
  id: string;
  site_id: number;
  quiz_id: number;
  regraded_by: number | null;
  created_at: Date;
  /** Number of attempts with changed points. */
  attempt_count: number;
}

/** Previous automatic points. */
export interface QuizRegradeAnswerTable {
  site_id: number;
  regrade_id: string;
  attempt_id: number;
  question_id: number;
  subject_id: number;
  earned_hundredths: number | null;
  max_hundredths: number | null;
  is_right: boolean | null;
}
