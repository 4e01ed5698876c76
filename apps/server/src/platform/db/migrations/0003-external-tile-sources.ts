/** Slides that lie on other servers, and the hosts that a site allows for them. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Hosts (with port, if not 443) whose tiles the site's pages may read.
    ALTER TABLE site ADD COLUMN tile_source_hosts text[] NOT NULL DEFAULT '{}';

    -- {"url": of the descriptor, "facts": what it says}; null: the tiles are ours. Then there are no levels and no file.
    ALTER TABLE slide_file ADD COLUMN external_tiles jsonb;

    -- Everybody may know which sites there are; a site changes nothing but its own list.
    ALTER TABLE site ENABLE ROW LEVEL SECURITY;
    CREATE POLICY every_site ON site FOR SELECT USING (true);
    CREATE POLICY own_site ON site FOR UPDATE
      USING (id = NULLIF(current_setting('app.site_id', true), '')::bigint)
      WITH CHECK (id = NULLIF(current_setting('app.site_id', true), '')::bigint);
    GRANT UPDATE (tile_source_hosts) ON site TO parfocal_app;
  `.execute(db);
}
