/** Learning platforms that register themselves, and deployments that wait for an administrator. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Audience of requests for access tokens; null: the address itself.
    ALTER TABLE lti_platform ADD COLUMN token_audience text;

    -- An address that one platform can open once, within a day.
    CREATE TABLE lti_registration (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      token_sha256 bytea NOT NULL UNIQUE,
      created_by bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      used_at timestamptz,
      UNIQUE (site_id, id),
      FOREIGN KEY (site_id, created_by) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX lti_registration_user ON lti_registration (site_id, created_by);

    -- Named by a signed message of the platform; nobody is signed in by it.
    CREATE TABLE lti_waiting_deployment (
      site_id bigint NOT NULL REFERENCES site (id),
      platform_id bigint NOT NULL,
      deployment_id text NOT NULL,
      asked_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, platform_id, deployment_id),
      FOREIGN KEY (site_id, platform_id) REFERENCES lti_platform (site_id, id) ON DELETE CASCADE
    );
  `.execute(db);
  await guardSiteTables(db, ["lti_registration", "lti_waiting_deployment"]);
}
