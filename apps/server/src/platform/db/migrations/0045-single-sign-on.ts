/** People at identity providers (OpenID Connect), with the accounts that they sign in to. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE user_identity (
      site_id bigint NOT NULL REFERENCES site (id),
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, issuer, subject),
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX user_identity_user ON user_identity (site_id, user_id);
  `.execute(db);
  await guardSiteTables(db, ["user_identity"]);
}
