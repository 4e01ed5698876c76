import type { ColumnType, Generated } from "kysely";

export interface RegistrationRequestTable {
  id: Generated<number>;
  site_id: number;
  email: string;
  display_name: string;
  /** Enrollment form that admits the person; null: registration is open. */
  form_id: number | null;
  /** Path of the page to open afterwards; null: the first page. */
  next_path: string | null;
  /** Scheme and host of the link. */
  link_origin: string;
  language: string;
  /** null: the email is not written yet. */
  token_sha256: Buffer | null;
  expires_at: ColumnType<Date, Date, Date>;
  created_at: ColumnType<Date, never, never>;
}
