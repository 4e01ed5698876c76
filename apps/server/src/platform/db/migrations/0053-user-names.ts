/** User names: a second name to sign in with, unique in a site without regard to case. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: none. Contains no "@".
    ALTER TABLE site_user ADD COLUMN user_name text CHECK (user_name <> '' AND position('@' IN user_name) = 0);
    CREATE UNIQUE INDEX site_user_user_name ON site_user (site_id, lower(user_name)) WHERE user_name IS NOT NULL;
  `.execute(db);
}
