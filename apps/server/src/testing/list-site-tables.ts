import { sql } from "kysely";
import type { TestSite } from "./build-site.ts";

/** Names of all tables that carry a site. */
export async function listSiteTables({ server }: Pick<TestSite, "server">): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'site_id' ORDER BY table_name
  `.execute(server.owner);
  return rows.map(({ name }) => name);
}
