/** Of enrollment forms what they asked once; of registrations into which user group they led. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE enrollment_form
      -- Not asked any more; kept for the answers that there may be.
      ADD COLUMN former_fields jsonb NOT NULL DEFAULT '[]';

    ALTER TABLE enrollment
      -- Into which it led, whatever group the form names now; null: it is not there any more.
      ADD COLUMN user_group_id bigint,
      -- Whether it has put the person there: they were not in it before.
      ADD COLUMN has_joined boolean NOT NULL DEFAULT false,
      ADD FOREIGN KEY (site_id, user_group_id) REFERENCES user_group (site_id, id) ON DELETE SET NULL (user_group_id);
    CREATE INDEX enrollment_user ON enrollment (site_id, user_id);
    CREATE INDEX enrollment_group ON enrollment (site_id, user_group_id);
  `.execute(db);
}
