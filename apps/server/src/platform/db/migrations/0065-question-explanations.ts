/** Why an answer is right: shown to learners when they may see the key. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Formatted text; empty: none.
    ALTER TABLE quiz_question ADD COLUMN explanation text NOT NULL DEFAULT ''
  `.execute(db);
}
