/**
 * Columns that refer to files of the media library, one row each. A new column with formatted text, or the ID of a
 * file, needs a row here.
 */
import type { MediaUse } from "@parfocal/core/media/media.contract.ts";

interface MediaPlace {
  readonly where: MediaUse["where"];
  readonly table: string;
  /** Column with the item that it belongs to. */
  readonly item: string;
  readonly column: string;
  /** Content of the column: text with URLs of files, or the ID of one. */
  readonly holds: "text" | "id";
}

export const MEDIA_PLACES: readonly MediaPlace[] = [
  { where: "text", table: "item", item: "id", column: "description", holds: "text" },
  { where: "text", table: "item", item: "id", column: "summary", holds: "text" },
  { where: "text", table: "slide_case", item: "item_id", column: "diagnosis", holds: "text" },
  { where: "text", table: "static_page", item: "item_id", column: "content", holds: "text" },
  { where: "text", table: "textbook", item: "item_id", column: "diagnosis", holds: "text" },
  { where: "text", table: "quiz", item: "item_id", column: "content", holds: "text" },
  { where: "text", table: "quiz_question", item: "item_id", column: "content", holds: "text" },
  { where: "text", table: "quiz_question", item: "item_id", column: "explanation", holds: "text" },
  { where: "answer", table: "quiz_answer_option", item: "item_id", column: "left_text", holds: "text" },
  { where: "answer", table: "quiz_answer_option", item: "item_id", column: "right_text", holds: "text" },
  { where: "text", table: "annotation", item: "image_id", column: "content", holds: "text" },
  { where: "box", table: "content_box", item: "item_id", column: "tabs", holds: "text" },
  { where: "look", table: "item_look", item: "item_id", column: "thumbnail_media_id", holds: "id" },
  { where: "look", table: "item_look", item: "item_id", column: "background_media_id", holds: "id" },
];
