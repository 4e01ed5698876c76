import type { ColumnType, Generated } from "kysely";

export interface PasswordResetRequestTable {
  id: Generated<number>;
  site_id: number;
  email: string;
  /** Scheme and host of the link; null: no trusted origin is known. */
  link_origin: string | null;
  language: string;
  created_at: ColumnType<Date, never, never>;
}

export interface AccountLinkTable {
  id: Generated<number>;
  site_id: number;
  user_id: number;
  kind: "resetPassword" | "confirmEmail";
  token_sha256: Buffer;
  /** Only for confirmEmail. */
  new_email: string | null;
  expires_at: ColumnType<Date, Date, never>;
  created_at: ColumnType<Date, never, never>;
}
