import type { ColumnType } from "kysely";

/** The key is in `site_user.picture_key`. */
export interface UserPictureTable {
  site_id: number;
  user_id: number;
  webp: Buffer;
  created_at: ColumnType<Date, never, never>;
}
