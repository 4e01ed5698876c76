import { USER_GROUP_TITLE_MAX_CHARACTERS } from "@parfocal/core/assignment/assignment-limits.ts";
import type { LaunchClaims } from "@parfocal/core/lti/launch-claims.ts";
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import type { GrantedRole } from "@parfocal/core/lti/lti-roles.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { Subject } from "#single-sign-on/user-identity.queries.ts";
import { insertUserGroup, isTitleTaken, lockTitles } from "#user-group/user-group.queries.ts";

/** @returns null: no role was granted by launches. */
export async function findGrantedRole(
  db: SiteDb,
  siteId: number,
  { issuer, subject }: Subject,
): Promise<GrantedRole | null> {
  const row = await db
    .selectFrom("user_identity")
    .select("granted_role as role")
    .where("site_id", "=", siteId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.role ?? null;
}

export async function updateGrantedRole(
  db: SiteDb,
  siteId: number,
  { issuer, subject, role }: Subject & { readonly role: GrantedRole },
): Promise<void> {
  await db
    .updateTable("user_identity")
    .set({ granted_role: role })
    .where("site_id", "=", siteId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

interface CourseThere {
  readonly platform: Pick<LtiPlatform, "id" | "name">;
  readonly claims: Pick<LaunchClaims, "deploymentId">;
  readonly context: { readonly id: string; readonly title: string };
}

/**
 * The user group of a course of the platform, created with the first launch from it. Its title can be changed on this
 * site.
 */
export async function groupOfContext(
  db: SiteDb,
  siteId: number,
  { platform, claims: { deploymentId }, context }: CourseThere,
): Promise<{ readonly group: number; readonly isNew: boolean }> {
  const find = () =>
    db
      .selectFrom("lti_context")
      .select("user_group_id as group")
      .where("site_id", "=", siteId)
      .where("platform_id", "=", platform.id)
      .where("deployment_id", "=", deploymentId)
      .where("context_id", "=", context.id)
      .executeTakeFirst();
  const known = await find();
  if (known) return { ...known, isNew: false };
  await lockTitles(db, siteId);
  const made = await find();
  if (made) return { ...made, isNew: false };
  const title = await freeTitle(db, siteId, context.title || `${platform.name}: ${context.id}`);
  const group = await insertUserGroup(db, siteId, { title }, null);
  await db
    .insertInto("lti_context")
    .values({
      ...{ site_id: siteId, platform_id: platform.id, deployment_id: deploymentId },
      ...{ context_id: context.id, user_group_id: group },
    })
    .execute();
  return { group, isNew: true };
}

/** Length of ` (2)` and higher numbers, at the end of a title that is taken. */
const NUMBER_MAX_CHARACTERS = 10;

async function freeTitle(db: SiteDb, siteId: number, requestedTitle: string): Promise<string> {
  const base = requestedTitle.slice(0, USER_GROUP_TITLE_MAX_CHARACTERS - NUMBER_MAX_CHARACTERS).toWellFormed();
  let title = base;
  for (let number = 2; await isTitleTaken(db, siteId, { title, exceptId: null }); number += 1)
    title = `${base} (${number})`;
  return title;
}
