/** Finds the item that a person viewed last. */
import type { LastOpened } from "@parfocal/core/progress/progress.contract.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { listCrumbs } from "#item/item.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { findVisibleAmong } from "#item/visible-items.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findPictures } from "#structure/present-cards.ts";
import { listLastOpened } from "./progress.queries.ts";

/** Number of entries searched for one that is still visible. */
const MAX_LOOKED_AT = 50;

/** null: nothing viewed yet, or none of the searched items is still visible. */
export async function loadLastOpened(db: SiteDb, siteId: number, caller: Caller): Promise<LastOpened | null> {
  const rows = await listLastOpened(db, siteId, { userId: caller.signedIn().id, most: MAX_LOOKED_AT });
  const ids = rows.map(({ itemId }) => itemId);
  const visible = await findVisibleAmong(db, siteId, { caller }, ids);
  const row = rows.find(({ itemId }) => visible.has(itemId));
  if (!row) return null;
  const { item, way } = await findVisibleItem(db, {
    siteId,
    caller,
    id: row.itemId,
    parentId: row.parentId ?? undefined,
  });
  const picture = (await findPictures(db, siteId, [item], accessScopeOf(caller))).get(item.id);
  return {
    id: item.id,
    type: item.kind,
    title: item.title,
    thumbnail: picture?.thumbnail ?? null,
    colour: picture?.colour ?? null,
    path: await listCrumbs(db, siteId, way?.ids ?? [item.id]),
    openedAt: row.openedAt.toISOString(),
  };
}
