import type { ColumnType, Generated } from "kysely";

/** The last mail to a person about the thread of an annotation. */
export interface AnnotationCommentMailTable {
  site_id: number;
  user_id: number;
  annotation_id: number;
  /** Newest comment in the mail. */
  last_comment_id: number;
  mailed_at: Generated<ColumnType<Date, never, Date>>;
}
