/** What an Auto-Generated quiz asks in an attempt: made at its start, and the same until its end. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE quiz_generated_question (
      site_id bigint NOT NULL REFERENCES site (id),
      attempt_id bigint NOT NULL,
      -- What is asked about; its id is the id of the question as well.
      image_id bigint NOT NULL,
      -- From 1.
      position integer NOT NULL,
      -- In the order in which they are shown: [{"id": of the image that has the name, "name": "..."}].
      options jsonb NOT NULL,
      PRIMARY KEY (attempt_id, image_id),
      FOREIGN KEY (site_id, attempt_id) REFERENCES quiz_attempt (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, image_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX quiz_generated_question_image ON quiz_generated_question (site_id, image_id);
  `.execute(db);
  await guardSiteTables(db, ["quiz_generated_question"]);
}
