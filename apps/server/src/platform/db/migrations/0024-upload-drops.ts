/** What an upload was dropped together with, and its place among that: slides come to stand in that order. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE upload
      -- Made by the browser; null: it came alone.
      ADD COLUMN drop_key uuid,
      -- From 1, in the order of names.
      ADD COLUMN drop_number integer,
      ADD CONSTRAINT upload_drop CHECK ((drop_key IS NULL) = (drop_number IS NULL));
    CREATE INDEX upload_drop ON upload (site_id, drop_key) WHERE drop_key IS NOT NULL;
  `.execute(db);
}
