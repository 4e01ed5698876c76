/** Tools that learners have on the slides of a quiz, and time that is given to running attempts (decision 0083). */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE quiz_access
      ADD COLUMN allows_measuring boolean NOT NULL DEFAULT true,
      ADD COLUMN allows_colour boolean NOT NULL DEFAULT true,
      -- Annotations of experts.
      ADD COLUMN shows_annotations boolean NOT NULL DEFAULT false;

    ALTER TABLE quiz_attempt
      -- Given to all running attempts, seconds; the deadline includes it.
      ADD COLUMN granted_s integer NOT NULL DEFAULT 0 CHECK (granted_s BETWEEN 0 AND 86400);

    CREATE OR REPLACE VIEW counted_attempt WITH (security_invoker = true) AS
      SELECT * FROM quiz_attempt WHERE NOT is_preview
  `.execute(db);
}
