/** The site's own media library, and documents. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE media_folder (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      title text NOT NULL CHECK (title <> ''),
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (site_id, id)
    );
    CREATE UNIQUE INDEX media_folder_title ON media_folder (site_id, lower(title));

    CREATE TABLE media_file (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      -- Documents are attached to items; all other files are shown in pages and as backgrounds.
      is_document boolean NOT NULL DEFAULT false,
      -- null: in no folder.
      folder_id bigint,
      title text NOT NULL,
      filename text NOT NULL,
      -- By the first bytes of the file.
      media_type text NOT NULL,
      bytes bigint NOT NULL CHECK (bytes > 0),
      sha256 text NOT NULL,
      -- Pixels, turned upright; null: it has no small picture of its own.
      width integer CHECK (width > 0),
      height integer CHECK (height > 0),
      -- Of its file in the site's folder of media.
      stored_name text NOT NULL UNIQUE,
      created_by bigint,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      UNIQUE (site_id, id),
      CHECK (folder_id IS NULL OR NOT is_document),
      CHECK ((width IS NULL) = (height IS NULL)),
      FOREIGN KEY (site_id, folder_id) REFERENCES media_folder (site_id, id),
      FOREIGN KEY (site_id, created_by) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX media_file_newest ON media_file (site_id, is_document, id DESC) WHERE deleted_at IS NULL;
    CREATE INDEX media_file_folder ON media_file (site_id, folder_id) WHERE folder_id IS NOT NULL;

    ALTER TABLE attachment
      -- The document that it was made of; null: none, or it is gone for good.
      ADD COLUMN document_id bigint,
      ADD FOREIGN KEY (site_id, document_id) REFERENCES media_file (site_id, id) ON DELETE SET NULL (document_id);
    CREATE INDEX attachment_of_document ON attachment (site_id, document_id) WHERE document_id IS NOT NULL;
  `.execute(db);
  await guardSiteTables(db, ["media_folder", "media_file"]);
}
