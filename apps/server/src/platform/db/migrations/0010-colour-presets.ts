/** Colour adjustments of a slide under a name; one of them may be how it opens. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE colour_preset (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      image_id bigint NOT NULL,
      name text NOT NULL,
      -- brightness, contrast, saturation and invert in percent, hueRotation in degrees.
      colour jsonb NOT NULL,
      is_default boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (site_id, id),
      FOREIGN KEY (site_id, image_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX colour_preset_of_image ON colour_preset (site_id, image_id);
    CREATE UNIQUE INDEX colour_preset_default ON colour_preset (site_id, image_id) WHERE is_default;

    ALTER TABLE colour_preset ENABLE ROW LEVEL SECURITY;
    ALTER TABLE colour_preset FORCE ROW LEVEL SECURITY;
    CREATE POLICY rows_of_site ON colour_preset
      USING (site_id = NULLIF(current_setting('app.site_id', true), '')::bigint)
      WITH CHECK (site_id = NULLIF(current_setting('app.site_id', true), '')::bigint);
    GRANT SELECT, INSERT, UPDATE, DELETE ON colour_preset TO parfocal_app;
  `.execute(db);
}
