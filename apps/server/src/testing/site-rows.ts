/** All that a site has in the database, as text to compare. */
import { sql } from "kysely";
import type { TestSite } from "./build-site.ts";

/** Changed by asking alone: when a session was last seen, and failed sign-ins. */
const LEFT_OUT = ["user_session", "sign_in_failure"];

/** Names of all tables that carry a site. */
export async function listSiteTables({ server }: Pick<TestSite, "server">): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'site_id' ORDER BY table_name
  `.execute(server.owner);
  return rows.map(({ name }) => name);
}

/** Two equal texts: nothing of the site has changed between them. */
export async function rowsOfSite(site: TestSite): Promise<string> {
  const parts: string[] = [];
  for (const table of await listSiteTables(site)) {
    if (LEFT_OUT.includes(table)) continue;
    const { rows } = await sql<{ row: string }>`
      SELECT row_to_json(t)::text AS row FROM ${sql.table(table)} AS t WHERE site_id = ${site.id} ORDER BY 1
    `.execute(site.server.owner);
    parts.push(`${table}\n${rows.map(({ row }) => row).join("\n")}`);
  }
  return parts.join("\n\n");
}
