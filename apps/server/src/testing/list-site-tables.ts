import { sql } from "kysely";
import type { TestSite } from "./build-site.ts";

/** Names of all tables with a site column, without views, which repeat rows of tables. */
export async function listSiteTables({ server }: Pick<TestSite, "server">): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'site_id' ORDER BY table_name
  `.execute(server.owner);
  return rows.map(({ name }) => name);
}
