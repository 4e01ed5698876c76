/** Files of the media library that were copied from the one of the host site. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE media_file
      -- Home URL of the host, without a slash at its end: a site can change its host, which has its own numbers.
      ADD COLUMN host text,
      -- What kind of host it is, as in wordpress.
      ADD COLUMN host_provider text,
      ADD COLUMN host_media_id text,
      ADD CONSTRAINT media_file_origin_is_whole CHECK (num_nulls(host, host_provider, host_media_id) IN (0, 3));
    CREATE INDEX media_file_origin ON media_file (site_id, host, host_provider, host_media_id)
      WHERE host_media_id IS NOT NULL;
  `.execute(db);
}
