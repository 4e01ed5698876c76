/** Where the grades of quizzes go at learning platforms (Assignment and Grade Services), and what was sent of each person. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A link of a course at the platform that opens a quiz here and has a column for its grades there.
    CREATE TABLE lti_link (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      platform_id bigint NOT NULL,
      deployment_id text NOT NULL,
      resource_link_id text NOT NULL,
      quiz_id bigint NOT NULL,
      line_item_url text NOT NULL,
      UNIQUE (site_id, id),
      UNIQUE (site_id, platform_id, deployment_id, resource_link_id),
      FOREIGN KEY (site_id, platform_id) REFERENCES lti_platform (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, quiz_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX lti_link_quiz ON lti_link (site_id, quiz_id);

    -- The grade of a person who was launched by the link.
    CREATE TABLE lti_grade (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      link_id bigint NOT NULL,
      user_id bigint NOT NULL,
      -- Id of the person at the platform.
      subject text NOT NULL,
      state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'settled', 'failed')),
      -- Grows with each change of the points: what was read before is sent, but settles nothing.
      rev integer NOT NULL DEFAULT 1,
      due_at timestamptz NOT NULL DEFAULT now(),
      -- One sender at a time.
      leased_until timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      -- Why it failed; and the HTTP status of the platform, if it answered.
      reason text,
      answer_status integer,
      -- Of the newest score; the platform refuses older ones.
      score_at timestamptz,
      -- What the platform has; no time: nothing was sent.
      sent_at timestamptz,
      sent_earned_hundredths bigint,
      sent_max_hundredths bigint,
      sent_is_final boolean,
      UNIQUE (site_id, link_id, user_id),
      FOREIGN KEY (site_id, link_id) REFERENCES lti_link (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX lti_grade_user ON lti_grade (site_id, user_id);
    CREATE INDEX lti_grade_unsent ON lti_grade (site_id, due_at) WHERE state <> 'settled';
  `.execute(db);
  await guardSiteTables(db, ["lti_link", "lti_grade"]);
}
