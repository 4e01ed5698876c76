/** Whoever is added to a work group is informed until they answer; owned groups are counted. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Added by somebody else, and not answered yet. Members from before count as informed.
    ALTER TABLE work_group_member ADD COLUMN is_new boolean NOT NULL DEFAULT false;
    CREATE INDEX work_group_owner ON work_group (site_id, owner_id) WHERE deleted_at IS NULL;
  `.execute(db);
}
