import type { LtiPlatform, LtiPlatformSettings } from "@parfocal/core/lti/lti-platform.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

const COLUMNS = [
  "id",
  "name",
  "issuer",
  "client_id as clientId",
  "deployment_ids as deploymentIds",
  "authorization_url as authorizationUrl",
  "token_url as tokenUrl",
  "token_audience as tokenAudience",
  "keys_url as keysUrl",
  "page_origins as pageOrigins",
  "role_map as roleMap",
] as const;

/** Sorted by name. */
export function listPlatforms(db: SiteDb, siteId: number): Promise<LtiPlatform[]> {
  return db
    .selectFrom("lti_platform")
    .select(COLUMNS)
    .where("site_id", "=", siteId)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
}

/** Platforms that a message may come from, at most two: more than one is ambiguous. */
export function findPlatforms(
  db: SiteDb,
  siteId: number,
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string | undefined },
): Promise<LtiPlatform[]> {
  return db
    .selectFrom("lti_platform")
    .select(COLUMNS)
    .where("site_id", "=", siteId)
    .where("issuer", "=", issuer)
    .$if(clientId !== undefined, (query) => query.where("client_id", "=", clientId ?? ""))
    .limit(2)
    .execute();
}

export function findPlatform(db: SiteDb, siteId: number, id: number): Promise<LtiPlatform | undefined> {
  return db
    .selectFrom("lti_platform")
    .select(COLUMNS)
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Prevents other registrations and changes of platforms on this site until the transaction ends. */
export async function lockPlatforms(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lti platforms', ${siteId}))`.execute(db);
}

const rowOf = (settings: LtiPlatformSettings) => ({
  name: settings.name,
  issuer: settings.issuer,
  client_id: settings.clientId,
  deployment_ids: settings.deploymentIds,
  authorization_url: settings.authorizationUrl,
  token_url: settings.tokenUrl,
  token_audience: settings.tokenAudience,
  keys_url: settings.keysUrl,
  page_origins: settings.pageOrigins,
  role_map: JSON.stringify(settings.roleMap),
});

export async function insertPlatform(db: SiteDb, siteId: number, settings: LtiPlatformSettings): Promise<LtiPlatform> {
  return db
    .insertInto("lti_platform")
    .values({ site_id: siteId, ...rowOf(settings) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updatePlatform(
  db: SiteDb,
  siteId: number,
  { id, settings }: { readonly id: number; readonly settings: LtiPlatformSettings },
): Promise<LtiPlatform | undefined> {
  return db
    .updateTable("lti_platform")
    .set(rowOf(settings))
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** @returns whether the platform existed. */
export async function deletePlatform(db: SiteDb, siteId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("lti_platform")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
