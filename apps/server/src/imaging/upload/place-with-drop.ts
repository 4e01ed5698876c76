/** Places a slide or folder in the order of its drop. */
import { insertAt } from "@parfocal/core/structure/order-rules.ts";
import { type CameWithDrop, positionInDrop } from "@parfocal/core/upload/drop-order.ts";
import type { UploadDrop } from "@parfocal/core/upload/upload.contract.ts";
import { appendPlacement } from "#item/item.queries.ts";
import { addPlaces, listPlaces } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

interface Arrival {
  readonly parentId: number;
  readonly itemId: number;
  /** null: not part of a drop. */
  readonly drop: UploadDrop | null;
  /** Items of the same drop that are already in the parent. */
  readonly come: readonly CameWithDrop[];
}

/** Call with the parent's row locked, so that items added a moment before are included. */
export async function placeWithDrop(
  db: SiteDb,
  siteId: number,
  { parentId, itemId, drop, come }: Arrival,
): Promise<void> {
  const present = drop === null || come.length === 0 ? [] : await listPlaces(db, siteId, parentId);
  const ids = present.map((place) => place.itemId);
  const position = drop === null ? undefined : positionInDrop(ids, come, drop.number);
  if (position === undefined) return appendPlacement(db, siteId, { parentId, itemId });
  const place = { itemId, isActive: true, annotationsActive: true };
  await addPlaces(db, siteId, parentId, { places: [place], order: insertAt(ids, [itemId], position) });
}
