/** Progress of copies that are running. The page that started a copy reads its progress and stops it by its key. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE copy_run (
      site_id bigint NOT NULL REFERENCES site (id),
      -- Made by the page that copies.
      key uuid NOT NULL,
      done_count integer NOT NULL DEFAULT 0,
      total_count integer NOT NULL DEFAULT 0,
      is_stopped boolean NOT NULL DEFAULT false,
      changed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, key)
    );
    CREATE INDEX copy_run_by_age ON copy_run (site_id, changed_at);
  `.execute(db);
  await guardSiteTables(db, ["copy_run"]);
}
