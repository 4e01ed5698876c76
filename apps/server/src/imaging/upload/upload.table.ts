import type { FileFault } from "@parfocal/core/job/job.contract.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

/** Purpose of an upload. */
export type UploadPurpose = "slide" | "radiology";

export interface UploadTable {
  id: Generated<number>;
  site_id: number;
  user_id: number;
  purpose: ColumnType<UploadPurpose, UploadPurpose | undefined, never>;
  filename: string;
  bytes: number;
  chunk_bytes: number;
  parent_id: number | null;
  /** Below the parent, from the top down. */
  folders: ColumnType<string[], string[] | undefined, never>;
  /** Key of the drop that it belongs to, chosen by the browser; null: none. */
  drop_key: ColumnType<string | null, string | null | undefined, never>;
  /** Its position in the drop, from 1. */
  drop_number: ColumnType<number | null, number | null | undefined, never>;
  /** Whether an existing slide of the same file is placed instead of making another one. */
  is_known_reused: Generated<boolean>;
  state: Generated<"receiving" | "checking" | "done" | "failed">;
  error: string | null;
  file_fault: ColumnType<FileFault | null, FileFault | null | undefined, FileFault | null>;
  sha256: string | null;
  image_id: number | null;
  /** The radiology item created from it. */
  radiology_id: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: ColumnType<Date, never, never>;
  last_chunk_at: ColumnType<Date, never, Date>;
}
export type UploadRow = Selectable<UploadTable>;

export interface UploadChunkTable {
  site_id: number;
  upload_id: number;
  /** From 0. */
  number: number;
  sha256: string;
}
