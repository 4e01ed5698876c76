import type { Role } from "@parfocal/core/access/capabilities.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

export interface SiteUserTable {
  id: Generated<number>;
  site_id: number;
  email: string;
  display_name: string;
  /** Can be used to sign in, like the email address; null: none. */
  user_name: ColumnType<string | null, string | null | undefined, string | null>;
  role: Role;
  password_hash: string;
  is_suspended: Generated<boolean>;
  /** Last instant at which the account is valid; null: no limit. */
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** null: the browser's language. */
  language: ColumnType<string | null, string | null | undefined, string | null>;
  colour_scheme: ColumnType<string | null, string | null | undefined, string | null>;
  /** Key of the image in `user_picture`; null: none. */
  picture_key: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether to send emails about new comments in threads that the user takes part in. */
  wants_comment_mails: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
  /** If set, the person was deleted, and the row contains no personal data. */
  deleted_at: ColumnType<Date | null, never, Date | null>;
}
export type SiteUserRow = Selectable<SiteUserTable>;
