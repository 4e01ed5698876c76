import type { ColumnType, Generated, Selectable } from "kysely";

export interface UploadTable {
  id: Generated<number>;
  site_id: number;
  user_id: number;
  filename: string;
  bytes: number;
  chunk_bytes: number;
  parent_id: number | null;
  state: Generated<"receiving" | "checking" | "done" | "failed">;
  error: string | null;
  sha256: string | null;
  image_id: number | null;
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
