import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { insertAssignment } from "#assignment/assignment.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { insertGroupMember, insertUserGroup } from "#user-group/user-group.queries.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

interface UserGroupOptions {
  /** Default: a unique title. */
  readonly title?: string;
  readonly members?: readonly TestUser[];
  /** Items assigned to it. */
  readonly resourceIds?: readonly number[];
  /** In the site's time zone; null: none. */
  readonly dateStart?: string | null;
  readonly dateEnd?: string | null;
  readonly deniedKinds?: readonly ItemKind[];
  readonly createdBy?: TestUser;
}

let groups = 0;

/** @returns its ID. */
export function buildUserGroup(
  site: TestSite,
  { title, members = [], resourceIds = [], createdBy, ...facts }: UserGroupOptions = {},
): Promise<number> {
  groups += 1;
  const name = title ?? `Group ${groups}`;
  return withSite(site.server.platform.database, site.id, async (db) => {
    const groupId = await insertUserGroup(db, site.id, { title: name, ...facts }, createdBy?.id ?? null);
    for (const { id } of members) await insertGroupMember(db, site.id, { groupId, userId: id });
    const byAdministrator = createdBy === undefined || createdBy.role === "administrator";
    for (const resourceId of resourceIds) await insertAssignment(db, site.id, { groupId, resourceId, byAdministrator });
    return groupId;
  });
}
