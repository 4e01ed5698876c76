/**
 * How large annotations are, so that an answer can be bounded before outlines are read, and a coarse form of large
 * outlines for views. Rows written before have no coarse form: they count with their whole size.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE annotation
      ADD COLUMN coarse_geometry text,
      ADD COLUMN coarse_px double precision,
      ADD COLUMN drawn_size_px double precision,
      ADD COLUMN geometry_bytes int NOT NULL GENERATED ALWAYS AS (octet_length(geometry)) STORED,
      -- A comma stands between two vertices, also where a ring or a part ends.
      ADD COLUMN vertices int NOT NULL
        GENERATED ALWAYS AS (octet_length(geometry) - octet_length(replace(geometry, ',', '')) + 1) STORED,
      ADD COLUMN coarse_bytes int NOT NULL
        GENERATED ALWAYS AS (octet_length(coalesce(coarse_geometry, geometry))) STORED,
      ADD CONSTRAINT annotation_coarse CHECK ((coarse_geometry IS NULL) = (coarse_px IS NULL));
    -- As before, with what decides whether shapes can be answered.
    DROP INDEX annotation_in_view;
    CREATE INDEX annotation_in_view ON annotation (site_id, image_id, min_x)
      INCLUDE (max_x, min_y, max_y, author_id, is_student, work_group_id, id, geometry_bytes, coarse_bytes, coarse_px)
      WHERE deleted_at IS NULL;
    CREATE INDEX annotation_of_author ON annotation (site_id, image_id, author_id)
      INCLUDE (geometry_bytes, vertices) WHERE deleted_at IS NULL AND is_student;
  `.execute(db);
}
