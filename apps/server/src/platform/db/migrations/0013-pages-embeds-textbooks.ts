/** Static pages, embeds, textbooks: what an item of these kinds holds. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE static_page (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      -- Formatted text, cleaned.
      content text NOT NULL DEFAULT '',
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );

    CREATE TABLE embed (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      url text NOT NULL CHECK (url ~* '^https://'),
      is_full_size_enabled boolean NOT NULL DEFAULT false,
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );

    CREATE TABLE textbook (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      diagnosis text NOT NULL DEFAULT '',
      -- Its PDF, which lies in it; null: none yet.
      attachment_id bigint,
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, attachment_id) REFERENCES item (site_id, id) ON DELETE SET NULL (attachment_id)
    );
    CREATE INDEX textbook_attachment ON textbook (site_id, attachment_id) WHERE attachment_id IS NOT NULL;

    -- Hosts whose pages may be shown in frames.
    ALTER TABLE site ADD COLUMN embed_hosts text[] NOT NULL DEFAULT '{}';
    GRANT UPDATE (embed_hosts) ON site TO parfocal_app;
  `.execute(db);
  await guardSiteTables(db, ["static_page", "embed", "textbook"]);
}
