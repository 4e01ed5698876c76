/** Items that a user group gives its members access to. */
import { GROUP_PLACES_MAX } from "@parfocal/core/assignment/assignment-limits.ts";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { readCrumbs } from "#item/item.queries.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listAssignedResources } from "./assignment.queries.ts";

/** Maximum number of paths shown to a new member. */
const MAX_OPENED = 12;

/** Paths to the items assigned to a group, as far as the caller can see them. */
export async function listOpened(db: SiteDb, siteId: number, caller: Caller, groupId: number): Promise<Crumb[][]> {
  const resources = await listAssignedResources(db, siteId, { groupIds: [groupId], most: GROUP_PLACES_MAX });
  const ids = resources.map(({ id }) => id);
  const ways = await listWaysToEach(db, siteId, ids, accessScopeOf(caller));
  const shown = ids.flatMap((id) => ways.get(id)?.[0] ?? []).slice(0, MAX_OPENED);
  const crumbsOf = await readCrumbs(db, siteId, shown);
  return shown.map((way) => crumbsOf(way.ids));
}
