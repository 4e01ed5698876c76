import { sql } from "kysely";
import type { HostKey } from "#platform/access/signed-token.ts";
import type { Database, SiteDb } from "#platform/db/database.ts";

/** Uses the owner role: sites are not rows of a site. @param id null: the next one. */
export async function insertSite(
  owner: Database,
  { id, title, origins = [] }: { id: number | null; title: string; origins?: string[] },
): Promise<number> {
  const row = await owner
    .insertInto("site")
    .values({ ...(id === null ? {} : { id }), title, origins })
    .returning("id")
    .executeTakeFirstOrThrow();
  // A given ID does not advance the sequence, so that the next site would get the same ID.
  if (id !== null)
    await sql`SELECT setval(pg_get_serial_sequence('site', 'id'), (SELECT max(id) FROM site))`.execute(owner);
  return row.id;
}

export async function countSites(owner: Database): Promise<number> {
  const { count } = await owner
    .selectFrom("site")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Hosts from which the site's pages can load tiles; none for a site that does not exist. */
export async function findTileSourceHosts(db: Database | SiteDb, siteId: number): Promise<string[]> {
  const row = await db.selectFrom("site").select("tile_source_hosts").where("id", "=", siteId).executeTakeFirst();
  return row?.tile_source_hosts ?? [];
}

export async function updateTileSourceHosts(db: SiteDb, siteId: number, hosts: readonly string[]): Promise<void> {
  await db
    .updateTable("site")
    .set({ tile_source_hosts: [...hosts] })
    .where("id", "=", siteId)
    .execute();
}

/** Hosts whose pages can be embedded; none for a site that does not exist. */
export async function findEmbedHosts(db: Database | SiteDb, siteId: number): Promise<string[]> {
  const row = await db.selectFrom("site").select("embed_hosts").where("id", "=", siteId).executeTakeFirst();
  return row?.embed_hosts ?? [];
}

/** Hosts that can frame shared and embedded pages; none for a site that does not exist. */
export async function findFrameHosts(db: Database | SiteDb, siteId: number): Promise<string[]> {
  const row = await db.selectFrom("site").select("frame_hosts").where("id", "=", siteId).executeTakeFirst();
  return row?.frame_hosts ?? [];
}

/** Origins of the learning platforms whose launches open pages in frames. */
export async function findPlatformOrigins(db: SiteDb, siteId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("lti_platform")
    .select(["page_origins as origins", "authorization_url as address"])
    .where("site_id", "=", siteId)
    .execute();
  return rows.flatMap(({ origins, address }) => (origins.length > 0 ? origins : [new URL(address).origin]));
}

/** URL for page views; empty: none, or the site does not exist. */
export async function findTrackingUrl(db: Database | SiteDb, siteId: number): Promise<string> {
  const row = await db.selectFrom("site").select("tracking_url").where("id", "=", siteId).executeTakeFirst();
  return row?.tracking_url ?? "";
}

export async function updateEmbedHosts(db: SiteDb, siteId: number, hosts: readonly string[]): Promise<void> {
  await db
    .updateTable("site")
    .set({ embed_hosts: [...hosts] })
    .where("id", "=", siteId)
    .execute();
}

/** The host of a site, with its cached keys; texts are empty without a host. */
export interface SiteHost {
  readonly issuer: string;
  readonly audience: string;
  readonly keysUrl: string;
  readonly keys: readonly HostKey[];
  readonly givesAdministrators: boolean;
}

export async function findHost(db: SiteDb, siteId: number): Promise<SiteHost> {
  const row = await db
    .selectFrom("site")
    .select([
      "host_issuer as issuer",
      "host_audience as audience",
      "host_keys_url as keysUrl",
      "host_keys as keys",
      "host_administrators as givesAdministrators",
    ])
    .where("id", "=", siteId)
    .executeTakeFirst();
  return row ?? { issuer: "", audience: "", keysUrl: "", keys: [], givesAdministrators: false };
}

/** Does nothing if another URL was set since the keys were requested. */
export async function updateHostKeys(
  db: SiteDb,
  siteId: number,
  { keysUrl, keys }: Pick<SiteHost, "keysUrl" | "keys">,
): Promise<void> {
  await db
    .updateTable("site")
    .set({ host_keys: JSON.stringify(keys) })
    .where("id", "=", siteId)
    .where("host_keys_url", "=", keysUrl)
    .execute();
}
