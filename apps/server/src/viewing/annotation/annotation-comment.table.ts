import type { ColumnType, Generated, Selectable } from "kysely";

export interface AnnotationCommentTable {
  id: Generated<number>;
  site_id: number;
  annotation_id: number;
  author_id: number;
  /** Whether the author was an expert when it was written. */
  is_expert: boolean;
  content: string;
  created_at: ColumnType<Date, never, never>;
  /** null: never changed. */
  edited_at: ColumnType<Date | null, never, Date | null>;
  /** null: not deleted. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type AnnotationCommentRow = Selectable<AnnotationCommentTable>;

/** The last comment of an annotation that a person has read. */
export interface AnnotationCommentReadTable {
  site_id: number;
  user_id: number;
  annotation_id: number;
  last_comment_id: number;
}
