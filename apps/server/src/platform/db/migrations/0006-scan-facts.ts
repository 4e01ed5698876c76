/** What a slide's file says of its scan, so that it can be searched; and whether patient data was removed from it. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE slide_file
      -- null: not looked at since there is this column; the janitor does so.
      ADD COLUMN scan_facts jsonb,
      -- Of the file's own words, or read from the picture of its label.
      ADD COLUMN barcode text,
      -- When patient data was last removed from the stored file; sha256 stays that of the file as it was brought.
      ADD COLUMN deidentified_at timestamptz,
      -- Whether that is to be done as soon as the slide can be looked at.
      ADD COLUMN is_deidentification_wanted boolean NOT NULL DEFAULT false;
    CREATE INDEX slide_file_barcode ON slide_file (site_id, lower(barcode)) WHERE barcode IS NOT NULL;
  `.execute(db);
}
