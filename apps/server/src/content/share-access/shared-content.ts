/** Pages and embeds, as shown to the caller or by a share. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { PlacedContent } from "@parfocal/core/item/placed-content.contract.ts";
import type { FoundItemRow } from "#item/item.table.ts";
import { loadPlacedContent } from "#item/placed-content.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type ShownBy, sharedThumbnail } from "./token-addresses.ts";
import { type Asker, findShownItem } from "./viewer.ts";

interface Question extends Asker {
  readonly id: number;
  readonly kind: ItemKind;
  /** Parent through which the caller opens it. */
  readonly parentId?: number | undefined;
}

/** @throws AppError like `findShownItem`. */
export async function loadShownContent(
  db: SiteDb,
  question: Question,
): Promise<{ readonly item: FoundItemRow; readonly placed: PlacedContent; readonly by: ShownBy | null }> {
  const found = await findShownItem(db, question, question);
  const { by } = found;
  const { item, placed } = await loadPlacedContent(db, question, found);
  if (by === null) return { item, placed, by };
  const thumbnail = sharedThumbnail(placed.thumbnail, by);
  return { item, placed: { ...placed, thumbnail, thumbnailMediaId: null }, by };
}
