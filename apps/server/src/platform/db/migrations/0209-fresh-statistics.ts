/**
 * PostgreSQL counts the rows of a site when 2 % of a table have changed, not 10 %. Until then it believes that a new site has
 * one row, and finds each row of it by reading all of them.
 */
import { type Kysely, sql } from "kysely";
import { countRowsOften } from "./site-tables.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'site_id' ORDER BY table_name
  `.execute(db);
  await countRowsOften(
    db,
    rows.map(({ name }) => name),
  );
}
