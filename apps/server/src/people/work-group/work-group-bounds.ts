/**
 * Limits for the work groups of a person and the members of a group. Each check locks the memberships of the site, so
 * that concurrent calls cannot exceed a limit.
 */
import { AppError } from "@parfocal/core/errors.ts";
import {
  WORK_GROUP_LIMIT_CODES,
  WORK_GROUP_MEMBERS_MAX,
  WORK_GROUPS_JOINED_MAX,
  WORK_GROUPS_OWNED_MAX,
} from "@parfocal/core/work-group/work-group-limits.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { countWorkGroupsOf, listMembersOf, lockMemberships } from "./work-group.queries.ts";

/** @throws AppError `conflict` if the user owns as many work groups as one person can. */
export async function assertCanOwnAnother(db: SiteDb, siteId: number, userId: number): Promise<void> {
  await lockMemberships(db, siteId);
  const { owned } = await countWorkGroupsOf(db, siteId, userId);
  if (owned < WORK_GROUPS_OWNED_MAX) return;
  throw new AppError(
    "conflict",
    `You own ${WORK_GROUPS_OWNED_MAX} work groups, which is the limit. Delete one and try again.`,
    { codes: [WORK_GROUP_LIMIT_CODES.owned] },
  );
}

/**
 * Existing members pass.
 *
 * @throws AppError `conflict` if the group is full, or if the user is a member of as many groups as one person can be.
 */
export async function assertCanJoin(db: SiteDb, siteId: number, workGroupId: number, userId: number): Promise<void> {
  await lockMemberships(db, siteId);
  const members = await listMembersOf(db, siteId, workGroupId);
  if (members.some(({ id }) => id === userId)) return;
  if (members.length >= WORK_GROUP_MEMBERS_MAX)
    throw new AppError(
      "conflict",
      `This work group has ${WORK_GROUP_MEMBERS_MAX} members, which is the limit. Remove one and try again.`,
      { codes: [WORK_GROUP_LIMIT_CODES.members] },
    );
  const { joined } = await countWorkGroupsOf(db, siteId, userId);
  if (joined < WORK_GROUPS_JOINED_MAX) return;
  throw new AppError(
    "conflict",
    `This user is already a member of ${WORK_GROUPS_JOINED_MAX} work groups, which is the limit, and must leave one first.`,
    { codes: [WORK_GROUP_LIMIT_CODES.joined] },
  );
}
