import type { GrantedRole } from "@parfocal/core/lti/lti-roles.ts";
import type { ColumnType } from "kysely";

/** A person at an identity provider, and their account. */
export interface UserIdentityTable {
  site_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  /** Tokens of the host issued before this time are rejected; null: none. */
  tokens_after: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The highest role granted by launches of a learning platform; null: none. */
  granted_role: ColumnType<GrantedRole | null, GrantedRole | null | undefined, GrantedRole | null>;
  created_at: ColumnType<Date, never, never>;
}
