/** Share links: the view as it is, the token to show again, and how often a link was opened. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE share
      -- Degrees clockwise, on top of the slide's own orientation; null: as the item says.
      ADD COLUMN rotation_deg integer CHECK (rotation_deg BETWEEN 0 AND 315 AND rotation_deg % 45 = 0),
      -- Colour, channels, and plane, as the contract says; null: as the item says.
      ADD COLUMN view_settings jsonb,
      -- The token, encrypted with a key of the installation; null: it was not kept, and the link cannot be shown again.
      ADD COLUMN sealed_token bytea,
      ADD COLUMN opened_count integer NOT NULL DEFAULT 0,
      ADD COLUMN last_opened_at timestamptz;
    CREATE INDEX share_of_creator ON share (site_id, created_by, id DESC);
    DROP INDEX share_created_by;
  `.execute(db);
}
