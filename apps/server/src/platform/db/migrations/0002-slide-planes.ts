/** Slides of several planes: channels, focus depths, points in time. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // null: one picture in colour.
  await sql`ALTER TABLE slide_file ADD COLUMN planes jsonb`.execute(db);
}
