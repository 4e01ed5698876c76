/** A quiz can ask all its questions on one page. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE quiz ADD COLUMN is_on_one_page boolean NOT NULL DEFAULT false`.execute(db);
}
