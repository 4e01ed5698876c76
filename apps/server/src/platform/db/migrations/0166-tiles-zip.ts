/** A site can let people download the tiles of slides. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE site ADD COLUMN offers_tiles_zip boolean NOT NULL DEFAULT false;
    GRANT UPDATE (offers_tiles_zip) ON site TO parfocal_app;
  `.execute(db);
}
