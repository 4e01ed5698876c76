/** People who work together, what they draw and note, and everybody's own notes. */
import { type Kysely, sql } from "kysely";

const SITE_TABLES = ["work_group", "work_group_member", "unknown_email", "note"] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE work_group (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      title text NOT NULL,
      -- Who made it; also one of its members.
      owner_id bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      UNIQUE (site_id, id),
      FOREIGN KEY (site_id, owner_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX work_group_deleted ON work_group (site_id, deleted_at) WHERE deleted_at IS NOT NULL;

    CREATE TABLE work_group_member (
      site_id bigint NOT NULL REFERENCES site (id),
      work_group_id bigint NOT NULL,
      user_id bigint NOT NULL,
      joined_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (work_group_id, user_id),
      FOREIGN KEY (site_id, work_group_id) REFERENCES work_group (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX work_group_member_user ON work_group_member (site_id, user_id);

    -- Addresses that somebody asked for and nobody has: only how many, not which.
    CREATE TABLE unknown_email (
      site_id bigint NOT NULL REFERENCES site (id),
      user_id bigint NOT NULL,
      asked_at timestamptz NOT NULL DEFAULT now(),
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX unknown_email_user ON unknown_email (site_id, user_id, asked_at);

    CREATE TABLE note (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      image_id bigint NOT NULL,
      author_id bigint NOT NULL,
      -- null: the author's own, which nobody else reads.
      work_group_id bigint,
      content text NOT NULL CHECK (content <> ''),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      FOREIGN KEY (site_id, image_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, author_id) REFERENCES site_user (site_id, id),
      FOREIGN KEY (site_id, work_group_id) REFERENCES work_group (site_id, id) ON DELETE CASCADE
    );
    CREATE INDEX note_of_author ON note (site_id, image_id, author_id);
    CREATE INDEX note_of_work_group ON note (site_id, work_group_id, image_id) WHERE work_group_id IS NOT NULL;
    CREATE INDEX note_deleted ON note (site_id, deleted_at) WHERE deleted_at IS NOT NULL;

    ALTER TABLE annotation
      -- null: it was not drawn in a work group.
      ADD COLUMN work_group_id bigint,
      ADD FOREIGN KEY (site_id, work_group_id) REFERENCES work_group (site_id, id) ON DELETE CASCADE;
    CREATE INDEX annotation_of_work_group ON annotation (site_id, work_group_id) WHERE work_group_id IS NOT NULL;
    -- As before, with what decides who sees it, and which ones they are.
    DROP INDEX annotation_in_view;
    CREATE INDEX annotation_in_view ON annotation (site_id, image_id, min_x)
      INCLUDE (max_x, min_y, max_y, author_id, is_student, work_group_id, id) WHERE deleted_at IS NULL;
    DROP INDEX annotation_to_review;
    CREATE INDEX annotation_to_review ON annotation (site_id, image_id, created_at)
      WHERE deleted_at IS NULL AND is_student AND review_state IS NULL AND work_group_id IS NULL;
  `.execute(db);

  for (const table of SITE_TABLES) {
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
