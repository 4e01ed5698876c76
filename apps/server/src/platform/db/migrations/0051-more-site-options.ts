/** Options of a site: who may show its pages in frames. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site
      -- Hosts whose pages may show shared and embedded pages in frames.
      ADD COLUMN frame_hosts text[] NOT NULL DEFAULT '{}';
    GRANT UPDATE (frame_hosts) ON site TO parfocal_app;
  `.execute(db);
}
