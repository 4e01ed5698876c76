/** Children of a parent, as cards of the API. */
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { findPrimaryFields } from "#custom-field/custom-field.present.ts";
import { findImageFacts, type ImageCardFacts } from "#image-card/image-facts.queries.ts";
import type { AccessScope } from "#item/access-scope.ts";
import { listPlacedItems } from "#item/item.queries.ts";
import { findChosenThumbnails } from "#item/item-appearance.queries.ts";
import { findOpenedAmong, findOpenedSharesOf } from "#item/opened-items.queries.ts";
import { findRadiologyThumbnails } from "#item/radiology-thumbnails.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findCovers } from "./cover-images.ts";

export type CardPicture = Pick<ImageCardFacts, "thumbnail" | "colour"> & Partial<Pick<ImageCardFacts, "job">>;

interface Pictured {
  readonly id: number;
  readonly kind: ItemKind;
}

/** Images by item ID; items with neither an image nor pending work are omitted. */
export async function findPictures(
  db: SiteDb,
  siteId: number,
  items: readonly Pictured[],
  accessScope: AccessScope,
): Promise<ReadonlyMap<number, CardPicture>> {
  const idsOf = (isIncluded: (kind: ItemKind) => boolean) =>
    items.filter(({ kind }) => isIncluded(kind)).map(({ id }) => id);
  const isOf = (expected: ItemKind) => (kind: ItemKind) => kind === expected;
  const imageFacts = await findImageFacts(db, siteId, idsOf(isOf("image")), {
    isManager: accessScope.includesInactive,
  });
  const covers = await findCovers(db, siteId, idsOf(isOf("folder")), accessScope);
  // Of a case only content visible to everyone: inactive slides may be reserved for later.
  const caseCovers = await findCovers(db, siteId, idsOf(isOf("case")), { ...accessScope, includesInactive: false });
  const others = idsOf((kind) => !["image", "folder", "case"].includes(kind));
  const radiology = await findRadiologyThumbnails(db, siteId, idsOf(isOf("radiology")));
  const chosen = await findChosenThumbnails(db, siteId, others);
  const ofChoice = [...radiology, ...chosen].map(([id, thumbnail]): [number, CardPicture] => [
    id,
    { thumbnail, colour: null },
  ]);
  return new Map<number, CardPicture>([...ofChoice, ...caseCovers, ...covers, ...imageFacts]);
}

export async function listCards(
  db: SiteDb,
  siteId: number,
  parentId: number,
  accessScope: AccessScope,
): Promise<ItemCard[]> {
  const placed = await listPlacedItems(db, siteId, parentId, accessScope);
  const items = placed.map(({ item }) => item);
  const pictures = await findPictures(db, siteId, items, accessScope);
  const folderIds = items.filter(({ kind }) => kind === "folder").map(({ id }) => id);
  const shares = await findOpenedSharesOf(db, siteId, folderIds, accessScope);
  const itemIds = items.filter(({ kind }) => kind !== "folder").map(({ id }) => id);
  const opened = await findOpenedAmong(db, siteId, itemIds, accessScope);
  const primaryFields = await findPrimaryFields(
    db,
    siteId,
    items.map(({ id }) => id),
  );
  return placed.map(({ item, isActive, annotationsActive, childCount }) => ({
    id: item.id,
    itemId: item.id,
    type: item.kind,
    title: item.title,
    subtitle: item.subtitle,
    thumbnail: pictures.get(item.id)?.thumbnail ?? null,
    colour: pictures.get(item.id)?.colour ?? null,
    isActive,
    annotationsActive,
    parent: parentId,
    itemCount: childCount,
    ...(opened && item.kind !== "folder" ? { isOpened: opened.has(item.id) } : {}),
    ...progressOf(shares, item.id),
    ...primaryFieldOf(primaryFields, item.id),
    job: pictures.get(item.id)?.job ?? null,
  }));
}

/** As a field of a card; no field for guests. */
export function progressOf<Share>(shares: ReadonlyMap<number, Share>, id: number): { progress?: Share } {
  const progress = shares.get(id);
  return progress === undefined ? {} : { progress };
}

/** As a field of a card; no field without a value. */
export function primaryFieldOf<Field>(fields: ReadonlyMap<number, Field>, id: number): { primaryField?: Field } {
  const primaryField = fields.get(id);
  return primaryField === undefined ? {} : { primaryField };
}
