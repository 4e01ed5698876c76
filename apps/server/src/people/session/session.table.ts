import type { ColumnType, Generated } from "kysely";

export interface UserSessionTable {
  id: Generated<number>;
  site_id: number;
  user_id: number;
  token_sha256: Buffer;
  /** User agent of the browser, shortened. */
  user_agent: Generated<string>;
  /** Whether "Stay signed in" was selected. */
  is_kept: Generated<boolean>;
  /** Session of the host, which decides its lifetime. */
  is_of_host: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
  last_seen_at: ColumnType<Date, never, Date>;
}

export interface SignInFailureTable {
  site_id: number;
  subject: string;
  failed_at: ColumnType<Date, never, never>;
}
