/** How courses and folders look, the small picture that was chosen for a thing, and the roles that a course is for. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Only of things for which something was chosen. Media are looked for when a look is read: one that is gone is as if
    -- none had been chosen.
    CREATE TABLE item_look (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      -- null: found by itself.
      thumbnail_media_id bigint,
      -- #rrggbb; null: none.
      background text CHECK (background ~ '^#[0-9a-f]{6}$'),
      background_media_id bigint,
      background_position text NOT NULL DEFAULT 'center',
      background_style text NOT NULL DEFAULT 'cover',
      display_style text NOT NULL DEFAULT 'cards',
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX item_look_thumbnail ON item_look (site_id, thumbnail_media_id) WHERE thumbnail_media_id IS NOT NULL;
    CREATE INDEX item_look_background ON item_look (site_id, background_media_id) WHERE background_media_id IS NOT NULL;

    -- Roles that see the course beside those who manage content; empty: all do.
    ALTER TABLE course ADD COLUMN user_roles text[] NOT NULL DEFAULT '{}';
    CREATE INDEX item_tags ON item USING gin (tags);
  `.execute(db);
  await guardSiteTables(db, ["item_look"]);
}
