import type { TextbookNoteKind } from "@parfocal/core/textbook-note/note-rules.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface TextbookNoteTable {
  id: Generated<number>;
  site_id: number;
  /** The textbook. */
  item_id: number;
  author_id: number;
  kind: ColumnType<TextbookNoteKind, TextbookNoteKind, never>;
  /** From 0. */
  page_index: number;
  /** For a bookmark: its title, which may be empty. */
  content: string;
  /** Incremented with each change of the content. */
  version: Generated<number>;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, never, Date>;
  /** null: it is not deleted. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type TextbookNoteRow = Selectable<TextbookNoteTable>;
