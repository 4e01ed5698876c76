import type { ColumnType } from "kysely";

/** A person at an identity provider, and the account that they sign in to. */
export interface UserIdentityTable {
  site_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  /** Tokens of the host that were issued before are refused; null: none. */
  tokens_after: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: ColumnType<Date, never, never>;
}
