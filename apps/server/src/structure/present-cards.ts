/** What lies in a parent, as cards on the wire. */
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { findImageFacts } from "#image/image-card.ts";
import { listPlacedItems } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findCovers } from "./cover-images.ts";

export async function listCards(
  db: SiteDb,
  siteId: number,
  parentId: number,
  options: { includesInactive: boolean },
): Promise<ItemCard[]> {
  const placed = await listPlacedItems(db, siteId, parentId, options);
  const idsOf = (kind: string) => placed.filter(({ item }) => item.kind === kind).map(({ item }) => item.id);
  const imageFacts = await findImageFacts(db, siteId, idsOf("image"), { isManager: options.includesInactive });
  const covers = await findCovers(db, siteId, idsOf("folder"), options);
  return placed.map(({ item, isActive, annotationsActive, childCount }) => ({
    id: item.id,
    itemId: item.id,
    type: item.kind,
    title: item.title,
    subtitle: item.subtitle,
    thumbnail: imageFacts.get(item.id)?.thumbnail ?? covers.get(item.id) ?? null,
    isActive,
    annotationsActive,
    parent: parentId,
    itemCount: childCount,
    job: imageFacts.get(item.id)?.job ?? null,
  }));
}
