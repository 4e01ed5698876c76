/** What an administrator assigns hands a user group over to whose content it is; what a teacher assigns does not. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE assignment ADD COLUMN by_administrator boolean NOT NULL DEFAULT false`.execute(db);
}
