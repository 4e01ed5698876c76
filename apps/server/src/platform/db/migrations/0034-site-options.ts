/** Options of a site that administrators change: what was set with the site, and links in the foot of each page. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site
      -- An email address or a web address; empty: none.
      ADD COLUMN support_contact text NOT NULL DEFAULT '',
      ADD COLUMN imprint_url text NOT NULL DEFAULT '',
      ADD COLUMN privacy_url text NOT NULL DEFAULT '';
    GRANT UPDATE (title, time_zone, origins, is_content_public, support_contact, imprint_url, privacy_url)
      ON site TO parfocal_app;
  `.execute(db);
}
