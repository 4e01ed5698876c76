/** Passkeys of accounts. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE passkey (
      site_id bigint NOT NULL REFERENCES site (id),
      id bigint GENERATED ALWAYS AS IDENTITY,
      user_id bigint NOT NULL,
      -- The device's own name of the key.
      credential_id bytea NOT NULL,
      -- In COSE form.
      public_key bytea NOT NULL,
      -- Uses, as the device counts them; 0: it does not.
      use_count bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      -- Of the newest challenge that it has signed, ms since the epoch: that one and older ones are refused.
      last_challenge_ms bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      PRIMARY KEY (site_id, id),
      UNIQUE (site_id, credential_id),
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX passkey_user ON passkey (site_id, user_id);
  `.execute(db);
  await guardSiteTables(db, ["passkey"]);
}
