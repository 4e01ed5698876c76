import type { ColumnType, Generated, Selectable } from "kysely";

/** A file of the server's disk, or several files of one slide, that was imported or is to be imported. */
export interface ServerFileTable {
  id: Generated<number>;
  site_id: number;
  /** Path of the file, or for several files their folder and the name of the slide. */
  path: string;
  /** Folder of several files; null: a single file. */
  set_folder: string | null;
  filename: string;
  /** Sizes and times of all its files when they were last read; changes with any of them. */
  stamp: string;
  mode: "link" | "copy";
  parent_id: number | null;
  /** Below the parent, from the top down. */
  folders: string[];
  /** null: not a slide (yet). */
  image_id: number | null;
  sha256: string | null;
  created_at: ColumnType<Date, never, never>;
}
export type ServerFileRow = Selectable<ServerFileTable>;
