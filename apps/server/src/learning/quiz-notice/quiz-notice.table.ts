import type { ColumnType } from "kysely";

export interface QuizNoticeTable {
  site_id: number;
  attempt_id: number;
  quiz_id: number;
  created_at: ColumnType<Date, never, never>;
}
