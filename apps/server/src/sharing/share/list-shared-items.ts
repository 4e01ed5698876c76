/** A page of the items in a shared folder or course. */
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import {
  SHARED_ITEMS_PAGE_SIZE,
  type SharedCard,
  type SharedItems,
} from "@parfocal/core/share/shared-items.contract.ts";
import { listCrumbs, listPlacedItems, type PlacedItem } from "#item/item.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findSharedItem, KINDS_WITHOUT_INFORMATION, sharedScope } from "#share-access/shared-item.ts";
import { type ShownBy, sharedThumbnail } from "#share-access/token-addresses.ts";
import { type CardPicture, findPictures } from "#structure/present-cards.ts";

/** Kinds with a call that accepts the token. */
const SHOWN_KINDS: ReadonlySet<ItemKind> = new Set([
  ...KINDS_WITHOUT_INFORMATION,
  "page",
  "embed",
  "textbook",
  "radiology",
]);
const PARENT_KINDS: ReadonlySet<ItemKind> = new Set(["course", "folder"]);

interface Question {
  readonly siteId: number;
  readonly token: string;
  /** The reader with the token. */
  readonly caller: Caller;
  /** Omitted: the shared item itself. */
  readonly parentId: number | undefined;
  /** Starts at 1. */
  readonly page: number;
}

/** @throws AppError as `findSharedItem`; `notFound` also for items other than folders and courses. */
export async function loadSharedItems(
  db: SiteDb,
  { siteId, token, caller, parentId, page }: Question,
): Promise<SharedItems> {
  const itemQuery = { siteId, token, caller, ...(parentId === undefined ? {} : { id: parentId }) };
  const { item, share, ways } = await findSharedItem(db, itemQuery);
  if (!PARENT_KINDS.has(item.kind)) throw notFoundOrNoAccess();
  const accessScope = sharedScope(share);
  const isHidden = share.hides_slide_information;
  const placed = (await listPlacedItems(db, siteId, item.id, accessScope)).filter(
    ({ item: { kind } }) => !isHidden || KINDS_WITHOUT_INFORMATION.has(kind),
  );
  const first = (page - 1) * SHARED_ITEMS_PAGE_SIZE;
  const shown = placed.slice(first, first + SHARED_ITEMS_PAGE_SIZE);
  const pictures = await findPictures(
    db,
    siteId,
    shown.map((each) => each.item),
    accessScope,
  );
  const path = (await listCrumbs(db, siteId, ways[0]?.ids ?? [item.id])).map(({ title, ...step }) => ({
    ...step,
    ...(isHidden ? {} : { title }),
  }));
  return {
    parent: { id: item.id, type: item.kind, ...(isHidden ? {} : { title: item.title }) },
    path,
    total: placed.length,
    items: shown.map((each) => presentSharedCard(each, pictures.get(each.item.id), { share, token })),
  };
}

function presentSharedCard(
  { item, childCount }: PlacedItem,
  picture: CardPicture | undefined,
  by: ShownBy,
): SharedCard {
  return {
    id: item.id,
    type: item.kind,
    ...(by.share.hides_slide_information ? {} : { title: item.title, subtitle: item.subtitle }),
    thumbnail: sharedThumbnail(picture?.thumbnail ?? null, by),
    colour: picture?.colour ?? null,
    itemCount: childCount,
    isShown: SHOWN_KINDS.has(item.kind),
  };
}
