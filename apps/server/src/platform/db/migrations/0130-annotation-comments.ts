/** Comments on annotations, and up to which of them each person has read. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE annotation_comment (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      annotation_id bigint NOT NULL,
      author_id bigint NOT NULL,
      -- Whether the author was an expert when it was written.
      is_expert boolean NOT NULL,
      content text NOT NULL CHECK (content <> ''),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- null: never changed.
      edited_at timestamptz,
      deleted_at timestamptz,
      FOREIGN KEY (site_id, annotation_id) REFERENCES annotation (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, author_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX annotation_comment_thread ON annotation_comment (site_id, annotation_id, id);
    CREATE INDEX annotation_comment_author ON annotation_comment (site_id, author_id);
    CREATE INDEX annotation_comment_deleted ON annotation_comment (site_id, deleted_at) WHERE deleted_at IS NOT NULL;

    CREATE TABLE annotation_comment_read (
      site_id bigint NOT NULL REFERENCES site (id),
      user_id bigint NOT NULL,
      annotation_id bigint NOT NULL,
      last_comment_id bigint NOT NULL,
      PRIMARY KEY (site_id, user_id, annotation_id),
      FOREIGN KEY (site_id, annotation_id) REFERENCES annotation (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX annotation_comment_read_annotation ON annotation_comment_read (site_id, annotation_id);
  `.execute(db);
  await guardSiteTables(db, ["annotation_comment", "annotation_comment_read"]);
}
