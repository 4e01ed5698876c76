/** A folder as visible to the caller. */
import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { listCrumbs } from "#item/item.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { loadLook } from "#item/item-appearance.ts";
import { findNeighbours } from "#item/neighbours.ts";
import { findOpenedSharesOf } from "#item/opened-items.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findCovers } from "#structure/cover-images.ts";
import { listCards, progressOf } from "#structure/present-cards.ts";

/** @throws AppError `notFound` if there is no such folder for the caller. */
export async function loadFolder(db: SiteDb, siteId: number, caller: Caller, id: number): Promise<Folder> {
  const { item, way } = await findVisibleItem(db, { siteId, caller, id, kind: "folder" });
  const accessScope = accessScopeOf(caller);
  const cards = await listCards(db, siteId, id, accessScope);
  const covers = await findCovers(db, siteId, [id], accessScope);
  const path = await listCrumbs(db, siteId, way?.ids ?? [id]);
  return {
    id,
    title: item.title,
    description: item.description,
    thumbnail: covers.get(id)?.thumbnail ?? null,
    ...(await loadLook(db, siteId, id)),
    tags: item.tags,
    isVirtual: false,
    isAssignedFolder: false,
    path,
    ...progressOf(await findOpenedSharesOf(db, siteId, [id], accessScope), id),
    folders: cards.filter((card) => card.type === "folder"),
    items: cards.filter((card) => card.type !== "folder"),
    ...(await findNeighbours(db, siteId, { id, parentId: path.at(-2)?.id, accessScope, kinds: ["folder"] })),
    userCanEdit: caller.can("manageContent"),
  };
}
