/**
 * Versions of the tree are transaction IDs, which belong to a PostgreSQL cluster. After a backup is restored into
 * another cluster, the stored IDs are meaningless: they are reset, and all later versions are above all earlier ones,
 * so that no client mistakes an old version for a new one.
 */
import { sql } from "kysely";
import { type Database, withSite } from "#platform/db/database.ts";
import { VERSION_OFFSET } from "./tree.queries.ts";

const CLUSTER = "structureCluster";
/** More transactions than a cluster executes in decades; 16 digits hold thousands of such steps. */
const OFFSET_STEP = 2 ** 40;

/** Runs at each start, as the owner of the tables. @returns whether the database was moved to another cluster. */
export async function normaliseVersions(owner: Database): Promise<boolean> {
  const cluster = await findCluster(owner);
  const known = await owner.selectFrom("installation").select("value").where("name", "=", CLUSTER).executeTakeFirst();
  if (known?.value === cluster) return false;
  if (known) await setBack(owner);
  await owner
    .insertInto("installation")
    .values({ name: CLUSTER, value: cluster })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: cluster }))
    .execute();
  return known !== undefined;
}

async function findCluster(owner: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT system_identifier::text AS id FROM pg_control_system()`.execute(
    owner,
  );
  return rows[0]?.id ?? "";
}

async function setBack(owner: Database): Promise<void> {
  for (const { id } of await owner.selectFrom("site").select("id").execute())
    await withSite(owner, id, async (db) => {
      await sql`UPDATE item SET children_xid = 0, changed_xid = 0, arrived_xid = 0 WHERE site_id = ${id}`.execute(db);
      await sql`UPDATE content_version SET courses_xid = 0 WHERE site_id = ${id}`.execute(db);
    });
  await sql`
    INSERT INTO installation (name, value) VALUES (${VERSION_OFFSET}, ${String(OFFSET_STEP)})
    ON CONFLICT (name) DO UPDATE SET value = (installation.value::bigint + ${OFFSET_STEP}::bigint)::text
  `.execute(owner);
}
