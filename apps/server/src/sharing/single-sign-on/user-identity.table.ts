import type { ColumnType } from "kysely";

/** A person at an identity provider, and the account that they sign in to. */
export interface UserIdentityTable {
  site_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  created_at: ColumnType<Date, never, never>;
}
