/** The host whose people sign in at a site by tokens that it signs; sessions of theirs, and what is to be refused. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site
      -- Home URL of the host; empty: none.
      ADD COLUMN host_issuer text NOT NULL DEFAULT '',
      -- Name by which the host calls this site in its tokens.
      ADD COLUMN host_audience text NOT NULL DEFAULT '',
      -- Where its public keys are read, and those that were read last: [{"kid", "x"}].
      ADD COLUMN host_keys_url text NOT NULL DEFAULT '',
      ADD COLUMN host_keys jsonb NOT NULL DEFAULT '[]',
      -- Whether it can give the role of an administrator.
      ADD COLUMN host_administrators boolean NOT NULL DEFAULT false;
    GRANT UPDATE (host_issuer, host_audience, host_keys_url, host_keys, host_administrators) ON site TO parfocal_app;

    ALTER TABLE user_session
      -- The session is one of the host: how long it lives is the host's to say.
      ADD COLUMN is_of_host boolean NOT NULL DEFAULT false;

    ALTER TABLE user_identity
      -- Tokens that were issued before are refused: the person has other rights since then.
      ADD COLUMN tokens_after timestamptz;

    -- Tokens that count once.
    CREATE TABLE host_token_use (
      site_id bigint NOT NULL REFERENCES site (id),
      jti_sha256 bytea NOT NULL,
      used_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, jti_sha256)
    );

    -- Sessions that ended before their last token did.
    CREATE TABLE host_session_end (
      site_id bigint NOT NULL REFERENCES site (id),
      token_sha256 bytea NOT NULL,
      ended_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, token_sha256)
    );
  `.execute(db);
  await guardSiteTables(db, ["host_token_use", "host_session_end"]);
}
