import type { ColumnType, Generated } from "kysely";

export interface UserSessionTable {
  id: Generated<number>;
  site_id: number;
  user_id: number;
  token_sha256: Buffer;
  /** As the browser names itself, shortened. */
  user_agent: Generated<string>;
  /** "Stay signed in" was chosen. */
  is_kept: Generated<boolean>;
  /** Of the host: how long it lives is the host's to say. */
  is_of_host: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
  last_seen_at: ColumnType<Date, never, Date>;
}

export interface SignInFailureTable {
  site_id: number;
  subject: string;
  failed_at: ColumnType<Date, never, never>;
}
