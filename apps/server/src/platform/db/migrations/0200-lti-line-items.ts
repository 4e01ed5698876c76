/** Where the columns of grades are, at platforms that leave it to the tool to create them (Assignment and Grade Services). */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE lti_link
      -- No address: the column is looked for in the container of the course, or created there.
      ALTER COLUMN line_item_url DROP NOT NULL,
      ADD COLUMN line_items_url text,
      -- One sender at a time looks for it and creates it.
      ADD COLUMN line_item_leased_until timestamptz,
      ADD CONSTRAINT lti_link_has_address CHECK (line_item_url IS NOT NULL OR line_items_url IS NOT NULL);
  `.execute(db);
}
