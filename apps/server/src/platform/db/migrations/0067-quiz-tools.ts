/** Tools that learners have on the slides of a quiz (decision 0083). */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE quiz_access
      ADD COLUMN allows_measuring boolean NOT NULL DEFAULT true,
      ADD COLUMN allows_colour boolean NOT NULL DEFAULT true,
      -- Annotations of experts.
      ADD COLUMN shows_annotations boolean NOT NULL DEFAULT false
  `.execute(db);
}
