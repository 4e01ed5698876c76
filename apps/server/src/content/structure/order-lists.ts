/** Reorders lists; concurrent changes of a list are kept. */
import { AppError } from "@parfocal/core/errors.ts";
import { isOtherList, mergeOrder, orderWithinSlots } from "@parfocal/core/structure/order-rules.ts";
import type { TreeParent } from "@parfocal/core/structure/structure.contract.ts";
import { assertNotInBin } from "#item/lock-parent.ts";
import { listPlaces, lockItems, lockStructure, writeOrder } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listCourseOrder, lockCourseOrder, writeCourseOrder } from "./course-order.queries.ts";
import { itemNotFound } from "./place-rules.ts";
import { readLists } from "./tree.queries.ts";

export interface OrderWish {
  /** In their new order. */
  readonly ids: readonly number[];
  /** Version of the list that the order is based on; undefined if not given. */
  readonly version: number | undefined;
}
export type OrderedList = TreeParent & { readonly isMerged: boolean };

/** @param which folders, or all others: each class keeps the slots that it has among all. */
export async function orderChildren(
  db: SiteDb,
  siteId: number,
  parentId: number,
  wish: OrderWish & { readonly which: "folders" | "items" },
): Promise<OrderedList> {
  assertEachOnce(wish.ids);
  await lockStructure(db, siteId);
  const parent = (await lockItems(db, siteId, [parentId])).get(parentId);
  if (!parent) throw itemNotFound();
  await assertNotInBin(db, siteId, parent);
  const places = await listPlaces(db, siteId, parentId);
  const isReordered = (kind: string) => (kind === "folder") === (wish.which === "folders");
  const stranger = places.find(({ itemId, kind }) => wish.ids.includes(itemId) && !isReordered(kind));
  if (stranger)
    throw new AppError("invalid", `“${stranger.title}” is ${wish.which === "folders" ? "no folder" : "a folder"}.`, {
      codes: ["kind"],
    });
  const current = places.filter(({ kind }) => isReordered(kind)).map(({ itemId }) => itemId);
  const moved = new Set(current);
  const all = places.map(({ itemId }) => itemId);
  const isMerged = await wasChanged(db, siteId, { parentId, current, wish });
  await writeOrder(
    db,
    siteId,
    parentId,
    orderWithinSlots(all, mergeOrder(current, wish.ids), (id) => moved.has(id)),
  );
  return { ...(await readList(db, siteId, parentId)), isMerged };
}

export async function orderCourses(db: SiteDb, siteId: number, wish: OrderWish): Promise<OrderedList> {
  assertEachOnce(wish.ids);
  await lockStructure(db, siteId);
  await lockCourseOrder(db, siteId);
  const current = await listCourseOrder(db, siteId);
  const isMerged = await wasChanged(db, siteId, { parentId: null, current, wish });
  await writeCourseOrder(db, siteId, mergeOrder(current, wish.ids));
  return { ...(await readList(db, siteId, null)), isMerged };
}

async function wasChanged(
  db: SiteDb,
  siteId: number,
  { parentId, current, wish }: { parentId: number | null; current: readonly number[]; wish: OrderWish },
): Promise<boolean> {
  if (isOtherList(current, wish.ids)) return true;
  return wish.version !== undefined && (await readList(db, siteId, parentId)).version !== wish.version;
}

async function readList(db: SiteDb, siteId: number, id: number | null): Promise<TreeParent> {
  const [list] = await readLists(db, siteId, [id]);
  if (!list) throw itemNotFound();
  return list;
}

function assertEachOnce(ids: readonly number[]): void {
  if (new Set(ids).size < ids.length) throw new AppError("invalid", "An item is listed twice.", { codes: ["ids"] });
}
