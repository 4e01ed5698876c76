/** Content that is being chosen for activities of learning platforms (Deep Linking): rows of hours. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE lti_choice (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      platform_id bigint NOT NULL,
      user_id bigint NOT NULL,
      deployment_id text NOT NULL,
      -- Where the answer goes: the address of this very launch.
      return_url text NOT NULL,
      -- Of the platform, given back as it came; null: none.
      data text,
      accepts_line_item boolean NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      -- What was chosen: a JSON object; and the ticket that takes it to the platform.
      chosen jsonb,
      ticket_sha256 bytea UNIQUE,
      chosen_at timestamptz,
      UNIQUE (site_id, id),
      FOREIGN KEY (site_id, platform_id) REFERENCES lti_platform (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX lti_choice_platform ON lti_choice (site_id, platform_id);
    CREATE INDEX lti_choice_user ON lti_choice (site_id, user_id);
  `.execute(db);
  await guardSiteTables(db, ["lti_choice"]);
}
