import type { ColumnType, Generated, Selectable } from "kysely";

/** A file of the server's disk, or several that are one slide, that was taken in or is to be. */
export interface ServerFileTable {
  id: Generated<number>;
  site_id: number;
  /** Of the file; of a set, the folder that it lies in and the name that the slide goes by. */
  path: string;
  /** Folder that a set lies in; null: it is one file. */
  set_folder: string | null;
  filename: string;
  /** Sizes and times of all its files when it was last looked at: another text, another file. */
  stamp: string;
  mode: "link" | "copy";
  parent_id: number | null;
  /** Below the parent, from the top down. */
  folders: string[];
  /** null: it is no slide (yet). */
  image_id: number | null;
  sha256: string | null;
  created_at: ColumnType<Date, never, never>;
}
export type ServerFileRow = Selectable<ServerFileTable>;
