/** Results of cell analysis: one row each, and its nuclei tile by tile. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE cell_analysis (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      image_id bigint NOT NULL,
      author_id bigint NOT NULL,
      name text NOT NULL,
      analyser text NOT NULL CHECK (analyser IN ('builtIn', 'service')),
      settings jsonb NOT NULL,
      region_kind text NOT NULL,
      -- WKT, slide pixels, y down.
      geometry text NOT NULL,
      area_um2 double precision NOT NULL CHECK (area_um2 > 0),
      -- Of the picture that is analysed.
      um_per_px double precision NOT NULL CHECK (um_per_px > 0),
      state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed', 'cancelled')),
      failure text,
      -- Where an external service shows the result.
      service_page text,
      tile_count int NOT NULL CHECK (tile_count > 0),
      tiles_done int NOT NULL DEFAULT 0 CHECK (tiles_done BETWEEN 0 AND tile_count),
      nucleus_count int NOT NULL DEFAULT 0,
      -- What the nuclei say together, with the corrections; null until it is finished.
      summary jsonb,
      corrections jsonb NOT NULL DEFAULT '{"removed": [], "changed": [], "added": []}',
      version int NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      UNIQUE (site_id, id),
      FOREIGN KEY (site_id, image_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, author_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX cell_analysis_of_image ON cell_analysis (site_id, image_id, id);
    CREATE INDEX cell_analysis_author ON cell_analysis (site_id, author_id);
    CREATE INDEX cell_analysis_deleted ON cell_analysis (site_id, deleted_at) WHERE deleted_at IS NOT NULL;

    CREATE TABLE cell_analysis_tile (
      site_id bigint NOT NULL REFERENCES site (id),
      analysis_id bigint NOT NULL,
      -- From 0, in the order in which they are analysed.
      tile int NOT NULL CHECK (tile >= 0),
      nucleus_count int NOT NULL,
      -- As core/cell-analysis/packed-nuclei.ts writes them.
      nuclei bytea NOT NULL,
      PRIMARY KEY (site_id, analysis_id, tile),
      FOREIGN KEY (site_id, analysis_id) REFERENCES cell_analysis (site_id, id) ON DELETE CASCADE
    );
  `.execute(db);
  await guardSiteTables(db, ["cell_analysis", "cell_analysis_tile"]);
}
