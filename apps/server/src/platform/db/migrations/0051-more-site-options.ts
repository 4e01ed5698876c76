/** Options of a site: who may show its pages in frames, and what experts may do. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site
      -- Hosts whose pages may show shared and embedded pages in frames.
      ADD COLUMN frame_hosts text[] NOT NULL DEFAULT '{}',
      -- Experts may do what teachers may do with content.
      ADD COLUMN experts_manage_content boolean NOT NULL DEFAULT false;
    GRANT UPDATE (frame_hosts, experts_manage_content) ON site TO parfocal_app;
  `.execute(db);
}
