/** User names, unique in a site without regard to case, and pictures of people. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: none. Contains no "@".
    ALTER TABLE site_user ADD COLUMN user_name text CHECK (user_name <> '' AND position('@' IN user_name) = 0);
    CREATE UNIQUE INDEX site_user_user_name ON site_user (site_id, lower(user_name)) WHERE user_name IS NOT NULL;

    -- Of the picture in user_picture; null: none.
    ALTER TABLE site_user ADD COLUMN picture_key text;
    CREATE TABLE user_picture (
      site_id bigint NOT NULL REFERENCES site (id),
      user_id bigint NOT NULL,
      -- 256 x 256 px.
      webp bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, user_id),
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id) ON DELETE CASCADE
    );
  `.execute(db);
  await guardSiteTables(db, ["user_picture"]);
}
