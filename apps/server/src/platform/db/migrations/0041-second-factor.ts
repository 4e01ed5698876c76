/** Second factors: the secret of an authenticator app, and recovery codes. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whether those who manage content must have one.
    ALTER TABLE site ADD COLUMN needs_second_factor boolean NOT NULL DEFAULT false;
    GRANT UPDATE (needs_second_factor) ON site TO parfocal_app;

    CREATE TABLE second_factor (
      site_id bigint NOT NULL REFERENCES site (id),
      user_id bigint NOT NULL,
      -- Encrypted.
      sealed_secret bytea NOT NULL,
      -- Asked for at sign-in only from then on.
      confirmed_at timestamptz,
      -- Time step of the last code that was used: it and earlier ones are refused.
      last_step bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, user_id),
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );

    CREATE TABLE recovery_code (
      site_id bigint NOT NULL REFERENCES site (id),
      user_id bigint NOT NULL,
      code_sha256 bytea NOT NULL,
      PRIMARY KEY (site_id, user_id, code_sha256),
      FOREIGN KEY (site_id, user_id) REFERENCES second_factor (site_id, user_id) ON DELETE CASCADE
    );
  `.execute(db);
  await guardSiteTables(db, ["second_factor", "recovery_code"]);
}
