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

interface OrderRequest {
  /** In their new order. */
  readonly ids: readonly number[];
  /** Version of the list that the order is based on; undefined if not given. */
  readonly version: number | undefined;
}
type OrderedList = TreeParent & { readonly isMerged: boolean };

/** @param which folders, or all other items: each of the two classes keeps its slots in the list. */
export async function orderChildren(
  db: SiteDb,
  siteId: number,
  parentId: number,
  request: OrderRequest & { readonly which: "folders" | "items" },
): Promise<OrderedList> {
  assertEachOnce(request.ids);
  await lockStructure(db, siteId);
  const parent = (await lockItems(db, siteId, [parentId])).get(parentId);
  if (!parent) throw itemNotFound();
  await assertNotInBin(db, siteId, parent);
  const places = await listPlaces(db, siteId, parentId);
  const isReordered = (kind: string) => (kind === "folder") === (request.which === "folders");
  const notAllowed = places.find(({ itemId, kind }) => request.ids.includes(itemId) && !isReordered(kind));
  if (notAllowed)
    throw new AppError(
      "invalid",
      `“${notAllowed.title}” is ${request.which === "folders" ? "no folder" : "a folder"}.`,
      {
        codes: ["kind"],
      },
    );
  const current = places.filter(({ kind }) => isReordered(kind)).map(({ itemId }) => itemId);
  const moved = new Set(current);
  const all = places.map(({ itemId }) => itemId);
  const isMerged = await wasChanged(db, siteId, { parentId, current, request });
  await writeOrder(
    db,
    siteId,
    parentId,
    orderWithinSlots(all, mergeOrder(current, request.ids), (id) => moved.has(id)),
  );
  return { ...(await readList(db, siteId, parentId)), isMerged };
}

export async function orderCourses(db: SiteDb, siteId: number, request: OrderRequest): Promise<OrderedList> {
  assertEachOnce(request.ids);
  await lockStructure(db, siteId);
  await lockCourseOrder(db, siteId);
  const current = await listCourseOrder(db, siteId);
  const isMerged = await wasChanged(db, siteId, { parentId: null, current, request });
  await writeCourseOrder(db, siteId, mergeOrder(current, request.ids));
  return { ...(await readList(db, siteId, null)), isMerged };
}

async function wasChanged(
  db: SiteDb,
  siteId: number,
  { parentId, current, request }: { parentId: number | null; current: readonly number[]; request: OrderRequest },
): Promise<boolean> {
  if (isOtherList(current, request.ids)) return true;
  return request.version !== undefined && (await readList(db, siteId, parentId)).version !== request.version;
}

async function readList(db: SiteDb, siteId: number, id: number | null): Promise<TreeParent> {
  const [list] = await readLists(db, siteId, [id]);
  if (!list) throw itemNotFound();
  return list;
}

function assertEachOnce(ids: readonly number[]): void {
  if (new Set(ids).size < ids.length) throw new AppError("invalid", "An item is listed twice.", { codes: ["ids"] });
}
