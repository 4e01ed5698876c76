/**
 * Where files of the media library are shown: one row for each column that names them. Whoever keeps formatted text, or the
 * id of a file, in a new column adds its row.
 */
import type { MediaUse } from "@parfocal/core/media/media.contract.ts";

interface MediaPlace {
  readonly where: MediaUse["where"];
  readonly table: string;
  /** Column with the item that it belongs to. */
  readonly item: string;
  readonly column: string;
  /** What the column holds: text with addresses of files in it, or the id of one. */
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
