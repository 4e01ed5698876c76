/** What was done to annotations: versions, the bin, reviews; and indexes for slides that have very many. */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE annotation
      ADD COLUMN deleted_by bigint,
      -- What an expert decided about a student's; null: nothing yet.
      ADD COLUMN review_state text CHECK (review_state IN ('accepted', 'declined')),
      ADD COLUMN review_comment text NOT NULL DEFAULT '',
      ADD COLUMN reviewed_by bigint,
      ADD COLUMN reviewed_at timestamptz,
      ADD CHECK ((review_state IS NULL) = (reviewed_by IS NULL) AND (review_state IS NULL) = (reviewed_at IS NULL)),
      ADD UNIQUE (site_id, id),
      -- Of deleted ones too: a restored one comes back to its place. Also answers what the last place is.
      ADD CONSTRAINT annotation_place UNIQUE (site_id, image_id, position) DEFERRABLE INITIALLY DEFERRED,
      ADD FOREIGN KEY (site_id, deleted_by) REFERENCES site_user (site_id, id),
      ADD FOREIGN KEY (site_id, reviewed_by) REFERENCES site_user (site_id, id);
    DROP INDEX annotation_image;

    -- Holds all that is asked of a slide's annotations before their shapes are read, so that the table itself, with its
    -- long geometries, is not. A GiST index over boxes would not be used: below row-level security PostgreSQL lets only
    -- leakproof operators choose rows, and those of float8 are, those of box are not.
    CREATE INDEX annotation_in_view ON annotation (site_id, image_id, min_x)
      INCLUDE (max_x, min_y, max_y, author_id, is_student, id) WHERE deleted_at IS NULL;
    CREATE INDEX annotation_to_review ON annotation (site_id, image_id, created_at)
      WHERE deleted_at IS NULL AND is_student AND review_state IS NULL;
    CREATE INDEX annotation_in_bin ON annotation (site_id, image_id, deleted_at) WHERE deleted_at IS NOT NULL;

    CREATE TABLE annotation_version (
      site_id bigint NOT NULL REFERENCES site (id),
      annotation_id bigint NOT NULL,
      -- From 1. An annotation that was never changed has no rows: it is its own first version.
      version integer NOT NULL CHECK (version >= 1),
      changed_at timestamptz NOT NULL DEFAULT now(),
      changed_by bigint NOT NULL,
      change text NOT NULL CHECK (change IN ('created', 'updated', 'converted', 'published', 'restored')),
      type_id integer NOT NULL,
      title text NOT NULL,
      content text NOT NULL,
      link text NOT NULL,
      zoom double precision,
      geometry text NOT NULL,
      include_measurement boolean NOT NULL,
      PRIMARY KEY (annotation_id, version),
      FOREIGN KEY (site_id, annotation_id) REFERENCES annotation (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, changed_by) REFERENCES site_user (site_id, id)
    );
    ALTER TABLE annotation_version ENABLE ROW LEVEL SECURITY;
    ALTER TABLE annotation_version FORCE ROW LEVEL SECURITY;
    CREATE POLICY rows_of_site ON annotation_version
      USING (site_id = NULLIF(current_setting('app.site_id', true), '')::bigint)
      WITH CHECK (site_id = NULLIF(current_setting('app.site_id', true), '')::bigint);
    GRANT SELECT, INSERT, UPDATE, DELETE ON annotation_version TO parfocal_app;
  `.execute(db);
}
