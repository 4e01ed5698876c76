/** Radiology items for lists and pickers. */
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { RADIOLOGY_PAGE_SIZE } from "@parfocal/core/radiology/radiology.contract.ts";
import { findChosenThumbnails } from "#item/item-appearance.queries.ts";
import { idsWithin, isOutsideBin } from "#item/placement.queries.ts";
import { findRadiologyThumbnails } from "#item/radiology-thumbnails.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";

interface Question {
  /** From 1. */
  readonly page: number;
  /** Search text in title, subtitle or summary. */
  readonly q: string;
  /** Only items of this folder or course. */
  readonly folder?: number | undefined;
}

/** Newest first. */
export async function listRadiologyCards(
  db: SiteDb,
  siteId: number,
  { page, q, folder }: Question,
): Promise<ItemCard[]> {
  const pattern = containing(q);
  const items = await db
    .selectFrom("item")
    .selectAll()
    .where("item.site_id", "=", siteId)
    .where("item.kind", "=", "radiology")
    .where("item.deleted_at", "is", null)
    .where(isOutsideBin(siteId))
    .$if(q !== "", (query) =>
      query.where((eb) =>
        eb.or([
          eb("item.title", "ilike", pattern),
          eb("item.subtitle", "ilike", pattern),
          eb("item.summary", "ilike", pattern),
        ]),
      ),
    )
    .$if(folder !== undefined, (query) => query.where("item.id", "in", idsWithin(siteId, folder as number)))
    .orderBy("item.id", "desc")
    .limit(RADIOLOGY_PAGE_SIZE)
    .offset((page - 1) * RADIOLOGY_PAGE_SIZE)
    .execute();
  const ids = items.map(({ id }) => id);
  const chosen = await findChosenThumbnails(db, siteId, ids);
  const own = await findRadiologyThumbnails(db, siteId, ids);
  return items.map((item) => ({
    id: item.id,
    itemId: item.id,
    type: item.kind,
    title: item.title,
    subtitle: item.subtitle,
    thumbnail: chosen.get(item.id) ?? own.get(item.id) ?? null,
    colour: null,
    // Both belong to a placement, and a list has none.
    isActive: true,
    annotationsActive: true,
    parent: null,
    itemCount: 0,
    job: null,
  }));
}
