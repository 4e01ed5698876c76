/** Images for lists and pickers. */
import { IMAGE_PAGE_SIZE } from "@parfocal/core/image/image.contract.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { findImageFacts } from "#image-card/image-facts.queries.ts";
import { findHiddenEverywhere } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listImageItems } from "./image.queries.ts";

/** Newest first, 30 a page. @param search as `listImageItems` has it. */
export async function listImageCards(
  db: SiteDb,
  siteId: number,
  search: { readonly page: number; readonly q: string; readonly folder?: number | undefined },
): Promise<ItemCard[]> {
  const items = await listImageItems(db, siteId, { ...search, pageSize: IMAGE_PAGE_SIZE });
  const ids = items.map(({ id }) => id);
  const facts = await findImageFacts(db, siteId, ids, { isManager: true });
  const hidden = await findHiddenEverywhere(db, siteId, ids);
  return items.map((item) => ({
    id: item.id,
    itemId: item.id,
    type: item.kind,
    title: item.title,
    subtitle: item.subtitle,
    thumbnail: facts.get(item.id)?.thumbnail ?? null,
    colour: facts.get(item.id)?.colour ?? null,
    // Both belong to a placement, and a list has none: an image is inactive if it is inactive in all its placements.
    isActive: !hidden.has(item.id),
    annotationsActive: true,
    parent: null,
    itemCount: 0,
    job: facts.get(item.id)?.job ?? null,
  }));
}
