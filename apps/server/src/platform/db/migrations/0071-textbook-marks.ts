/** Marks of teachers on the pages of textbooks, and the bookmarks and notes of readers. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE textbook_mark (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      -- The textbook.
      item_id bigint NOT NULL,
      -- From 0.
      page_index int NOT NULL CHECK (page_index >= 0),
      -- Fractions of the page box without the reader's rotation, origin top left.
      area_left double precision NOT NULL CHECK (area_left BETWEEN 0 AND 1),
      area_top double precision NOT NULL CHECK (area_top BETWEEN 0 AND 1),
      area_width double precision NOT NULL CHECK (area_width BETWEEN 0 AND 1),
      area_height double precision NOT NULL CHECK (area_height BETWEEN 0 AND 1),
      label text NOT NULL CHECK (label <> ''),
      -- With no item: a page of the same textbook, or what it led to was deleted.
      target_item_id bigint,
      target_page_index int CHECK (target_page_index >= 0),
      -- Center, zoom and rotation of a slide; null: as it opens.
      target_view jsonb,
      is_page_of_textbook boolean NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      CHECK (NOT is_page_of_textbook OR (target_item_id IS NULL AND target_page_index IS NOT NULL)),
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, target_item_id) REFERENCES item (site_id, id) ON DELETE SET NULL (target_item_id)
    );
    CREATE INDEX textbook_mark_of_item ON textbook_mark (site_id, item_id, page_index);
    CREATE INDEX textbook_mark_target ON textbook_mark (site_id, target_item_id) WHERE target_item_id IS NOT NULL;
    CREATE INDEX textbook_mark_deleted ON textbook_mark (site_id, deleted_at) WHERE deleted_at IS NOT NULL;

    CREATE TABLE textbook_note (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      -- The textbook.
      item_id bigint NOT NULL,
      author_id bigint NOT NULL,
      kind text NOT NULL CHECK (kind IN ('bookmark', 'note')),
      -- From 0.
      page_index int NOT NULL CHECK (page_index >= 0),
      -- Of a bookmark: its title.
      content text NOT NULL CHECK (kind = 'bookmark' OR content <> ''),
      version int NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      FOREIGN KEY (site_id, item_id) REFERENCES item (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, author_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX textbook_note_of_author ON textbook_note (site_id, item_id, author_id);
    CREATE INDEX textbook_note_author ON textbook_note (site_id, author_id);
    CREATE UNIQUE INDEX textbook_bookmark ON textbook_note (site_id, item_id, author_id, page_index)
      WHERE kind = 'bookmark' AND deleted_at IS NULL;
    CREATE INDEX textbook_note_deleted ON textbook_note (site_id, deleted_at) WHERE deleted_at IS NOT NULL;
  `.execute(db);
  await guardSiteTables(db, ["textbook_mark", "textbook_note"]);
}
