import type { Role } from "@parfocal/core/access/capabilities.ts";
import { REGISTRATION_LIFE_HOURS } from "@parfocal/core/lti/lti-registration.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Maximum per platform. */
const WAITING_MAX = 20;

/** Replaces the previous one. @returns its expiry. */
export async function replaceRegistration(
  db: SiteDb,
  siteId: number,
  { createdBy, tokenSha256 }: { readonly createdBy: number; readonly tokenSha256: Buffer },
): Promise<Date> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lti registration', ${siteId}))`.execute(db);
  await db.deleteFrom("lti_registration").where("site_id", "=", siteId).execute();
  const { rows } = await sql<{ endsAt: Date }>`
    INSERT INTO lti_registration (site_id, created_by, token_sha256)
    VALUES (${siteId}, ${createdBy}, ${tokenSha256})
    RETURNING created_at + make_interval(hours => ${REGISTRATION_LIFE_HOURS}) AS "endsAt"
  `.execute(db);
  const [made] = rows;
  if (!made) throw new Error("a registration address was not stored");
  return made.endsAt;
}

interface TakenRegistration {
  readonly createdBy: number;
  readonly role: Role;
}

/**
 * Marks it as used, whatever the result. @returns undefined: used, expired, unknown, or its creator's account is
 * suspended or expired.
 */
export async function takeRegistration(
  db: SiteDb,
  siteId: number,
  tokenSha256: Buffer,
): Promise<TakenRegistration | undefined> {
  const { rows } = await sql<TakenRegistration>`
    UPDATE lti_registration SET used_at = now()
    FROM site_user person
    WHERE lti_registration.site_id = ${siteId} AND token_sha256 = ${tokenSha256} AND used_at IS NULL
      AND lti_registration.created_at > now() - make_interval(hours => ${REGISTRATION_LIFE_HOURS})
      AND person.site_id = ${siteId} AND person.id = created_by AND NOT person.is_suspended
      AND (person.expires_at IS NULL OR person.expires_at > now())
    RETURNING created_by AS "createdBy", person.role
  `.execute(db);
  return rows[0];
}

/**
 * Whether a registration was created within its lifetime: a platform reads the keys of this tool before it registers.
 */
export async function hasRegistration(db: SiteDb, siteId: number): Promise<boolean> {
  const row = await db
    .selectFrom("lti_registration")
    .select("id")
    .where("site_id", "=", siteId)
    .where(sql<boolean>`created_at > now() - make_interval(hours => ${REGISTRATION_LIFE_HOURS})`)
    .executeTakeFirst();
  return row !== undefined;
}

interface Deployment {
  readonly platformId: number;
  readonly deploymentId: string;
}

/** Shown to administrators; ignored above the maximum. */
export async function insertWaitingDeployment(
  db: SiteDb,
  siteId: number,
  { platformId, deploymentId }: Deployment,
): Promise<void> {
  await sql`
    INSERT INTO lti_waiting_deployment (site_id, platform_id, deployment_id)
    SELECT ${siteId}, id, ${deploymentId}::text FROM lti_platform
    WHERE site_id = ${siteId} AND id = ${platformId} AND NOT ${deploymentId}::text = ANY (deployment_ids)
      AND ${WAITING_MAX} > (SELECT count(*) FROM lti_waiting_deployment
        WHERE site_id = ${siteId} AND platform_id = ${platformId})
    ON CONFLICT DO NOTHING
  `.execute(db);
}

/** Oldest first, without those entered manually. */
export async function listWaitingDeployments(db: SiteDb, siteId: number): Promise<Deployment[]> {
  const { rows } = await sql<Deployment>`
    SELECT waiting.platform_id AS "platformId", waiting.deployment_id AS "deploymentId"
    FROM lti_waiting_deployment waiting
    JOIN lti_platform learning ON learning.site_id = ${siteId} AND learning.id = waiting.platform_id
    WHERE waiting.site_id = ${siteId} AND NOT waiting.deployment_id = ANY (learning.deployment_ids)
    ORDER BY waiting.asked_at, waiting.deployment_id
  `.execute(db);
  return rows;
}

/** @returns whether it was waiting. */
export async function deleteWaitingDeployment(
  db: SiteDb,
  siteId: number,
  { platformId, deploymentId }: Deployment,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("lti_waiting_deployment")
    .where("site_id", "=", siteId)
    .where("platform_id", "=", platformId)
    .where("deployment_id", "=", deploymentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
