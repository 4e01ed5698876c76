import type { ColumnType, Generated, Selectable } from "kysely";

export interface AttachmentTable {
  item_id: number;
  site_id: number;
  /** Name of its file in the site's attachment folder; null: a link. */
  stored_name: ColumnType<string | null, string | null | undefined, never>;
  filename: Generated<string>;
  /** Detected from the first bytes of the file. */
  media_type: Generated<string>;
  bytes: Generated<number>;
  url: Generated<string>;
  is_file_link: Generated<boolean>;
  /** The source document; null if there is none or it was permanently deleted. */
  document_id: ColumnType<number | null, number | null | undefined, never>;
}
export type AttachmentRow = Selectable<AttachmentTable>;
