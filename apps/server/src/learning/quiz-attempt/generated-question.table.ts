import type { NamedImage } from "@parfocal/core/quiz-attempt/generate-questions.ts";
import type { ColumnType } from "kysely";

export interface QuizGeneratedQuestionTable {
  site_id: number;
  attempt_id: number;
  image_id: number;
  /** Starts at 1. */
  position: number;
  options: ColumnType<readonly NamedImage[], string, never>;
}
