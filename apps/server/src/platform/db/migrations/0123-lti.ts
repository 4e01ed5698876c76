/** Learning platforms whose people are signed in by LTI 1.3, this tool's keys, and the user groups of their courses. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE lti_platform (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      name text NOT NULL,
      issuer text NOT NULL,
      client_id text NOT NULL,
      deployment_ids text[] NOT NULL,
      authorization_url text NOT NULL,
      token_url text NOT NULL,
      keys_url text NOT NULL,
      -- Origins whose pages show ours in frames; empty: that of the authorization address.
      page_origins text[] NOT NULL DEFAULT '{}',
      -- Role here of each role there.
      role_map jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (site_id, id),
      UNIQUE (site_id, issuer, client_id)
    );

    CREATE TABLE lti_key (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      kid text NOT NULL,
      -- As a JWK.
      public_key jsonb NOT NULL,
      -- PKCS #8, encrypted with the key of the installation.
      sealed_private_key bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (site_id, kid)
    );

    -- A course of the platform, and the user group of those who were launched from it.
    CREATE TABLE lti_context (
      site_id bigint NOT NULL REFERENCES site (id),
      platform_id bigint NOT NULL,
      deployment_id text NOT NULL,
      context_id text NOT NULL,
      user_group_id bigint NOT NULL,
      PRIMARY KEY (site_id, platform_id, deployment_id, context_id),
      FOREIGN KEY (site_id, platform_id) REFERENCES lti_platform (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_group_id) REFERENCES user_group (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX lti_context_group ON lti_context (site_id, user_group_id);

    ALTER TABLE user_identity
      -- The highest role that launches have given: what an administrator takes away later is not given again.
      ADD COLUMN granted_role text;
  `.execute(db);
  await guardSiteTables(db, ["lti_platform", "lti_key", "lti_context"]);
}
