import type { GrantedRole } from "@parfocal/core/lti/lti-roles.ts";
import type { ColumnType } from "kysely";

/** A person at an identity provider, and the account that they sign in to. */
export interface UserIdentityTable {
  site_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  /** Tokens of the host that were issued before are refused; null: none. */
  tokens_after: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The highest role that launches of a learning platform have given; null: none. */
  granted_role: ColumnType<GrantedRole | null, GrantedRole | null | undefined, GrantedRole | null>;
  created_at: ColumnType<Date, never, never>;
}
