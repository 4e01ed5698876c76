/** Announcements of a site; its tracking address and its logo. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE announcement (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      site_id bigint NOT NULL REFERENCES site (id),
      -- Formatted text by language.
      content jsonb NOT NULL,
      starts_at timestamptz,
      ends_at timestamptz,
      readers text[] NOT NULL CHECK (cardinality(readers) > 0),
      is_sticky boolean NOT NULL,
      is_active boolean NOT NULL,
      -- Grows with each change; the second with each change of the text.
      version integer NOT NULL DEFAULT 1,
      text_version integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL DEFAULT now(),
      changed_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz,
      CHECK (starts_at < ends_at),
      UNIQUE (site_id, id)
    );

    CREATE TABLE site_logo (
      site_id bigint PRIMARY KEY REFERENCES site (id),
      webp bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    ALTER TABLE site
      -- Where page views are sent once a visitor agrees; empty: nowhere.
      ADD COLUMN tracking_url text NOT NULL DEFAULT '',
      -- Of the logo, with its size; null: none.
      ADD COLUMN logo_key text,
      ADD COLUMN logo_width_px integer NOT NULL DEFAULT 0,
      ADD COLUMN logo_height_px integer NOT NULL DEFAULT 0;
    GRANT UPDATE (tracking_url, logo_key, logo_width_px, logo_height_px) ON site TO parfocal_app;
  `.execute(db);
  await guardSiteTables(db, ["announcement", "site_logo"]);
}
