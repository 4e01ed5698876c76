import type { ColumnType, Generated, Selectable } from "kysely";

export interface MediaFolderTable {
  id: Generated<number>;
  site_id: number;
  title: string;
  created_at: ColumnType<Date, never, never>;
}

export interface MediaFileTable {
  id: Generated<number>;
  site_id: number;
  /** Documents are attached to items; all other files are shown in pages. */
  is_document: boolean;
  /** null: in no folder. */
  folder_id: number | null;
  title: string;
  filename: string;
  /** Detected from the first bytes of the file. */
  media_type: string;
  bytes: number;
  sha256: string;
  /** Pixels, rotated upright; null: it has no separate thumbnail. */
  width: number | null;
  height: number | null;
  /** Name of its file in the site's media folder. */
  stored_name: ColumnType<string, string, never>;
  /** Random, 44 hexadecimal digits: part of its URL, so that a file cannot be guessed by its number. */
  key: ColumnType<string, never, never>;
  created_by: number | null;
  created_at: ColumnType<Date, never, never>;
  /** Home URL of the host site from whose library it was copied, without a trailing slash; null: uploaded here. */
  host: ColumnType<string | null, string | null | undefined, never>;
  host_provider: ColumnType<string | null, string | null | undefined, never>;
  host_media_id: ColumnType<string | null, string | null | undefined, never>;
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type MediaFileRow = Selectable<MediaFileTable>;
