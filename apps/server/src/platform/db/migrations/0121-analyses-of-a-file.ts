/** A result of cell analysis belongs to the file whose pixels were analysed: another file of the slide has none of it. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE cell_analysis ADD COLUMN slide_file_id bigint;
    -- The owner is held to the policies like anybody, and this concerns all sites.
    ALTER TABLE cell_analysis NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE image NO FORCE ROW LEVEL SECURITY;
    UPDATE cell_analysis SET slide_file_id = image.slide_file_id
      FROM image WHERE image.site_id = cell_analysis.site_id AND image.item_id = cell_analysis.image_id;
    ALTER TABLE image FORCE ROW LEVEL SECURITY;
    ALTER TABLE cell_analysis FORCE ROW LEVEL SECURITY;
    ALTER TABLE cell_analysis ALTER COLUMN slide_file_id SET NOT NULL;
    ALTER TABLE cell_analysis ADD FOREIGN KEY (site_id, slide_file_id) REFERENCES slide_file (site_id, id) ON DELETE CASCADE;
    CREATE INDEX cell_analysis_of_file ON cell_analysis (site_id, slide_file_id);
  `.execute(db);
}
