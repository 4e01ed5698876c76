/** Moves items to another parent, or to another position in the same: all or none. */
import { AppError } from "@parfocal/core/errors.ts";
import { insertAt } from "@parfocal/core/structure/order-rules.ts";
import type { ItemRow } from "#item/item.table.ts";
import { assertNotInBin } from "#item/lock-parent.ts";
import {
  addPlaces,
  deletePlaces,
  listPlaces,
  lockItems,
  lockStructure,
  type Place,
  writeOrder,
} from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { assertQuizPlaceHolds } from "./assert-quiz-holds.ts";
import type { PlaceDetails } from "./left-place.table.ts";
import { rememberLeft, takeLeft } from "./left-places.ts";
import { readPlaceDetails, writePlaceDetails } from "./place-details.ts";
import { assertFits, itemNotFound } from "./place-rules.ts";

interface MoveInput {
  /** Each item once, in the intended order. */
  readonly items: readonly { readonly itemId: number; readonly fromParentId: number }[];
  readonly toParentId: number;
  /** Position of the first moved item, from 1, among all children afterwards; undefined: at the end. */
  readonly position: number | undefined;
}

/** @returns the parents whose lists have changed. */
export async function moveItems(db: SiteDb, siteId: number, input: MoveInput): Promise<number[]> {
  const { items, toParentId, position } = input;
  const ids = items.map(({ itemId }) => itemId);
  if (new Set(ids).size < ids.length) throw new AppError("invalid", "An item is listed twice.", { codes: ["items"] });
  await lockStructure(db, siteId);
  const sources = [...new Set(items.map(({ fromParentId }) => fromParentId))].filter((id) => id !== toParentId);
  const parents = await lockItems(db, siteId, [...sources, toParentId]);
  const moved = await lockItems(db, siteId, ids);
  const to = existing(parents, toParentId);
  await assertNotInBin(db, siteId, to);
  const target = await listPlaces(db, siteId, toParentId);
  const staying = target.filter(({ itemId }) => !ids.includes(itemId));
  const coming: Place[] = [];
  const details = new Map<number, PlaceDetails>();
  for (const source of sources) {
    const from = existing(parents, source);
    const leaving = items.filter(({ fromParentId }) => fromParentId === source).map(({ itemId }) => itemId);
    assertNonePlacedThere(to, target, leaving);
    const left = await readPlaceDetails(db, siteId, from, leaving);
    for (const [id, detail] of left) details.set(id, detail);
    await rememberLeft(db, siteId, source, left);
    coming.push(...(await takeOut(db, siteId, from, leaving)));
  }
  const arriving = coming.map(({ itemId }) => existing(moved, itemId));
  assertLieThere(
    to,
    target,
    items.filter(({ fromParentId }) => fromParentId === toParentId).map(({ itemId }) => itemId),
    moved,
  );
  if (arriving.length > 0) await assertFits(db, siteId, { items: arriving, parent: to, present: target });
  const order = insertAt(
    staying.map(({ itemId }) => itemId),
    ids,
    position,
  );
  if (coming.length === 0) await writeOrder(db, siteId, toParentId, order);
  await addPlaces(db, siteId, toParentId, { places: coming, order });
  const back = await takeLeft(
    db,
    siteId,
    toParentId,
    arriving.map(({ id }) => id),
  );
  await writePlaceDetails(db, siteId, to, new Map([...details, ...back]));
  for (const place of parents.values()) await assertQuizPlaceHolds(db, siteId, place);
  return [...sources, toParentId];
}

function existing(items: ReadonlyMap<number, ItemRow>, id: number): ItemRow {
  const item = items.get(id);
  if (!item) throw itemNotFound();
  return item;
}

/** @returns their former placements. */
async function takeOut(db: SiteDb, siteId: number, from: ItemRow, itemIds: readonly number[]): Promise<Place[]> {
  await assertNotInBin(db, siteId, from);
  const places = await listPlaces(db, siteId, from.id);
  const taken = places.filter(({ itemId }) => itemIds.includes(itemId));
  if (taken.length < itemIds.length) throw notInParent(from);
  const order = places.filter(({ itemId }) => !itemIds.includes(itemId)).map(({ itemId }) => itemId);
  await deletePlaces(db, siteId, from.id, { itemIds, order });
  return taken;
}

function assertNonePlacedThere(to: ItemRow, target: readonly Place[], itemIds: readonly number[]): void {
  const there = target.find(({ itemId }) => itemIds.includes(itemId));
  if (there)
    throw new AppError("conflict", `“${there.title}” is already in “${to.title}”.`, { codes: ["alreadyThere"] });
}

function assertLieThere(
  to: ItemRow,
  target: readonly Place[],
  itemIds: readonly number[],
  moved: ReadonlyMap<number, ItemRow>,
): void {
  for (const id of itemIds) {
    existing(moved, id);
    if (!target.some(({ itemId }) => itemId === id)) throw notInParent(to);
  }
}

export const notInParent = (parent: Pick<ItemRow, "title">) =>
  new AppError("conflict", `The item is no longer in “${parent.title}”. Someone else moved or removed it.`, {
    codes: ["notThereAnyMore"],
  });
