/** Where learning platforms list the members of their courses (Names and Roles), and which courses are opened from there. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE lti_context
      ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY,
      -- No address: the platform does not list them.
      ADD COLUMN members_url text,
      ADD CONSTRAINT lti_context_id UNIQUE (site_id, id);

    -- Courses here that somebody has opened from a course there.
    CREATE TABLE lti_context_course (
      site_id bigint NOT NULL REFERENCES site (id),
      context_id bigint NOT NULL,
      course_id bigint NOT NULL,
      opened_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, course_id, context_id),
      FOREIGN KEY (site_id, context_id) REFERENCES lti_context (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, course_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX lti_context_course_context ON lti_context_course (site_id, context_id);
  `.execute(db);
  await guardSiteTables(db, ["lti_context_course"]);
}
