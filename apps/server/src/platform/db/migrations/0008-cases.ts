/** Cases: what they are about, and how their slides stand in them. Which slides these are, the placements say. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE slide_case (
      item_id bigint PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      diagnosis text NOT NULL DEFAULT '',
      collapses_diagnosis boolean NOT NULL DEFAULT false,
      layout_columns integer NOT NULL CHECK (layout_columns BETWEEN 1 AND 4),
      layout_rows integer NOT NULL CHECK (layout_rows BETWEEN 1 AND 4),
      UNIQUE (site_id, item_id),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE
    );

    ALTER TABLE placement ADD UNIQUE (site_id, parent_id, item_id);

    -- Goes with its placement, whoever takes that away.
    CREATE TABLE case_item (
      site_id bigint NOT NULL REFERENCES site (id),
      case_id bigint NOT NULL,
      image_id bigint NOT NULL,
      -- Where the view opens in this case, in slide pixels; null: as the slide itself says, and not bound.
      center_x double precision,
      center_y double precision,
      zoom double precision,
      rotation_deg integer NOT NULL DEFAULT 0,
      -- [x, y] in slide pixels by number; null where this slide has no place for a number.
      bound_points jsonb NOT NULL DEFAULT '[]',
      PRIMARY KEY (case_id, image_id),
      CHECK ((center_x IS NULL) = (center_y IS NULL)),
      FOREIGN KEY (site_id, case_id) REFERENCES slide_case (site_id, item_id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, case_id, image_id) REFERENCES placement (site_id, parent_id, item_id) ON DELETE CASCADE
    );
  `.execute(db);
  for (const table of ["slide_case", "case_item"]) {
    await sql`
      ALTER TABLE ${sql.table(table)} ENABLE ROW LEVEL SECURITY;
      ALTER TABLE ${sql.table(table)} FORCE ROW LEVEL SECURITY;
      CREATE POLICY rows_of_site ON ${sql.table(table)}
        USING (site_id = NULLIF(current_setting('app.site_id', true), '')::bigint)
        WITH CHECK (site_id = NULLIF(current_setting('app.site_id', true), '')::bigint);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${sql.table(table)} TO parfocal_app;
    `.execute(db);
  }
}
