/** Results of cell analysis that learners count by hand first, and the counts that they saved. */
import { type Kysely, sql } from "kysely";
import { guardSiteTables } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE cell_analysis ADD COLUMN is_count_first boolean NOT NULL DEFAULT false;

    CREATE TABLE cell_analysis_count (
      site_id bigint NOT NULL REFERENCES site (id),
      analysis_id bigint NOT NULL,
      user_id bigint NOT NULL,
      positive_count int NOT NULL CHECK (positive_count >= 0),
      negative_count int NOT NULL CHECK (negative_count >= 0),
      -- Neither: in a stain without a marker all of them.
      other_count int NOT NULL CHECK (other_count >= 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, analysis_id, user_id),
      FOREIGN KEY (site_id, analysis_id) REFERENCES cell_analysis (site_id, id) ON DELETE CASCADE,
      FOREIGN KEY (site_id, user_id) REFERENCES site_user (site_id, id)
    );
    CREATE INDEX cell_analysis_count_user ON cell_analysis_count (site_id, user_id);
  `.execute(db);
  await guardSiteTables(db, ["cell_analysis_count"]);
}
