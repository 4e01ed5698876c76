import type { MarkView } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface TextbookMarkTable {
  id: Generated<number>;
  site_id: number;
  /** The textbook. */
  item_id: number;
  /** From 0. */
  page_index: number;
  /** Fractions of the page box without the reader's rotation, origin top left. */
  area_left: number;
  area_top: number;
  area_width: number;
  area_height: number;
  label: string;
  /** Null: a page of the same textbook, or the target was deleted. */
  target_item_id: number | null;
  target_page_index: number | null;
  /** Null: the slide's opening view. */
  target_view: ColumnType<MarkView | null, string | null, string | null>;
  is_page_of_textbook: boolean;
  created_at: ColumnType<Date, never, never>;
  /** null: it is not deleted. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type TextbookMarkRow = Selectable<TextbookMarkTable>;
