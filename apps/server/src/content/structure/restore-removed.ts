/** Restores an item from the bin to its former placement, or to another parent. */
import { AppError } from "@parfocal/core/errors.ts";
import { insertAt } from "@parfocal/core/structure/order-rules.ts";
import { assertNotInBin, findBinned } from "#item/lock-parent.ts";
import { addPlaces, listPlaces, lockItems, lockStructure } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { assertQuizPlaceHolds } from "./assert-quiz-holds.ts";
import { deleteBinEntry, lockBinEntry, markArrived } from "./bin.queries.ts";
import type { BinEntryRow } from "./bin.table.ts";
import { listCourseOrder, lockCourseOrder, updateCourseVisible, writeCourseOrder } from "./course-order.queries.ts";
import { writePlaceDetails } from "./place-details.ts";
import { assertFits, itemNotFound } from "./place-rules.ts";
import { findItemEvenDeleted } from "./structure.queries.ts";

interface Restored {
  readonly itemId: number;
  /** null: the list of courses. */
  readonly parentId: number | null;
}

/**
 * @param parentId undefined: its former parent. @throws AppError `notFound` if it was permanently deleted or already
 * restored.
 */
export async function restoreRemoved(
  db: SiteDb,
  siteId: number,
  { binId, parentId }: { binId: number; parentId: number | undefined },
): Promise<Restored> {
  await lockStructure(db, siteId);
  const entry = await lockBinEntry(db, siteId, binId);
  const item = entry && (await findItemEvenDeleted(db, siteId, entry.item_id));
  if (!entry || !item)
    throw new AppError("notFound", "The item is no longer in the bin. It was restored or permanently deleted.");
  if (item.kind === "course") {
    if (parentId !== undefined)
      throw new AppError("invalid", "A course has no parent. Restore it without a parent.", {
        codes: ["parentId"],
      });
    return restoreCourse(db, siteId, entry);
  }
  const to = parentId ?? entry.parent_id;
  if (to === null)
    throw new AppError(
      "conflict",
      `The original location of “${item.title}” no longer exists. Choose another course or folder.`,
      {
        codes: ["parentGone"],
      },
    );
  await restoreInto(db, siteId, entry, { item, parentId: to });
  return { itemId: item.id, parentId: to };
}

async function restoreInto(
  db: SiteDb,
  siteId: number,
  entry: BinEntryRow,
  { item, parentId }: { item: NonNullable<Awaited<ReturnType<typeof findItemEvenDeleted>>>; parentId: number },
): Promise<void> {
  const parent = (await lockItems(db, siteId, [parentId])).get(parentId);
  if (!parent) {
    const binned = await findBinned(db, siteId, parentId);
    if (!binned) throw itemNotFound();
    throw new AppError("conflict", `“${binned.title}” is also in the bin. Restore it first.`, {
      codes: ["inBin"],
    });
  }
  await assertNotInBin(db, siteId, parent);
  const present = await listPlaces(db, siteId, parentId);
  await deleteBinEntry(db, siteId, entry.id);
  await markArrived(db, siteId, item.id);
  // Someone else has already placed it there.
  if (present.some(({ itemId }) => itemId === item.id)) return;
  await assertFits(db, siteId, { items: [item], parent, present, action: "restore" });
  const isOldPlace = parentId === entry.parent_id;
  const order = insertAt(
    present.map(({ itemId }) => itemId),
    [item.id],
    isOldPlace ? entry.position : undefined,
  );
  await addPlaces(db, siteId, parentId, {
    places: [{ itemId: item.id, isActive: entry.is_active, annotationsActive: entry.annotations_active }],
    order,
  });
  if (isOldPlace) await writePlaceDetails(db, siteId, parent, new Map([[item.id, entry.facts]]));
  await assertQuizPlaceHolds(db, siteId, parent);
}

async function restoreCourse(db: SiteDb, siteId: number, entry: BinEntryRow): Promise<Restored> {
  await lockCourseOrder(db, siteId);
  const order = await listCourseOrder(db, siteId);
  await deleteBinEntry(db, siteId, entry.id);
  await markArrived(db, siteId, entry.item_id);
  await updateCourseVisible(db, siteId, entry.item_id, entry.is_active);
  if (!order.includes(entry.item_id))
    await writeCourseOrder(db, siteId, insertAt(order, [entry.item_id], entry.position));
  return { itemId: entry.item_id, parentId: null };
}
