import type { ColumnType } from "kysely";

export interface IdempotencyTable {
  site_id: number;
  user_id: number;
  key: string;
  route: string;
  /** Hash of path parameters, query and parsed body. */
  request_sha256: string;
  /** null while the first call with this key is running (visible only in its own transaction). */
  status: number | null;
  answer: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: ColumnType<Date, never, never>;
}
