/** The newest items of a site are found without reading all of it: the first page shows them. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX item_created ON item (site_id, created_at) WHERE deleted_at IS NULL`.execute(db);
}
