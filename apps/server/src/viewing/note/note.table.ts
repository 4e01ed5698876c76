import type { ColumnType, Generated, Selectable } from "kysely";

export interface NoteTable {
  id: Generated<number>;
  site_id: number;
  image_id: number;
  author_id: number;
  /** null: the author's own. */
  work_group_id: number | null;
  content: string;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
  /** null: not deleted. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type NoteRow = Selectable<NoteTable>;
