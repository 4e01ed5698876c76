/** What every table of a site gets. Applied migrations use these functions: they are never changed, only followed by others. */
import { type Kysely, sql } from "kysely";

/** Forces row-level security by site, and lets the application's role work on the rows. */
export async function guardSiteTables(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`
      ALTER TABLE ${sql.table(table)} ENABLE ROW LEVEL SECURITY;
      ALTER TABLE ${sql.table(table)} FORCE ROW LEVEL SECURITY;
      CREATE POLICY rows_of_site ON ${sql.table(table)}
        USING (site_id = NULLIF(current_setting('app.site_id', true), '')::bigint)
        WITH CHECK (site_id = NULLIF(current_setting('app.site_id', true), '')::bigint);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${sql.table(table)} TO parfocal_app;
    `.execute(db);
  }
  await sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO parfocal_app`.execute(db);
}

/** For each table of a site, new ones too: statistics after 200 changed rows and 2 % (docs/decisions/0162). */
export async function countRowsOften(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await sql`
      ALTER TABLE ${sql.table(table)}
        SET (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 200)
    `.execute(db);
}
