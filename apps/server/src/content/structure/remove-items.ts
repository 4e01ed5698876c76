/** Moves items from parents to the bin: their placement can be restored for 30 days. */
import { AppError } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { canRemove } from "@parfocal/core/structure/paste-rules.ts";
import { recordAudit, recordAuditOfMany } from "#audit/record-audit.ts";
import { assertNotInBin, findBinned } from "#item/lock-parent.ts";
import { deletePlaces, listParentIds, listPlaces, lockItems, lockStructure } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { insertBinEntries, markDeletedIfNowhere } from "./bin.queries.ts";
import { findCourseState, listCourseOrder, lockCourseOrder, writeCourseOrder } from "./course-order.queries.ts";
import { notInParent } from "./move-items.ts";
import { readPlaceDetails } from "./place-details.ts";
import { findPlaceFacts, itemNotFound } from "./place-rules.ts";

interface Removal {
  readonly binId: number;
  readonly itemId: number;
}

interface RemovalInput {
  readonly parentId: number;
  /** Undefined: any type. */
  readonly parentKind?: ItemKind;
  readonly itemIds: readonly number[];
  readonly removedBy: number;
}

/**
 * Items that someone else has already removed are omitted from the answer.
 *
 * @throws AppError `conflict` if none of them is in the parent; `invalid` for items that may not be removed from it.
 */
export async function removeItems(db: SiteDb, siteId: number, input: RemovalInput): Promise<Removal[]> {
  const { parentId, parentKind, itemIds, removedBy } = input;
  await lockStructure(db, siteId);
  const parent = (await lockItems(db, siteId, [parentId])).get(parentId);
  if (!parent || (parentKind !== undefined && parent.kind !== parentKind)) throw itemNotFound();
  await assertNotInBin(db, siteId, parent);
  await lockItems(db, siteId, itemIds);
  const places = await listPlaces(db, siteId, parentId);
  const taken = places.filter(({ itemId }) => itemIds.includes(itemId));
  if (taken.length === 0) throw notInParent(parent);
  const place = await findPlaceFacts(db, siteId, parent);
  const notRemovable = taken.find(({ kind }) => !canRemove(kind, place));
  if (notRemovable)
    throw new AppError(
      "invalid",
      `“${notRemovable.title}” cannot be removed from “${parent.title}” in the slide manager.`,
      {
        codes: ["notRemovable"],
      },
    );
  const takenIds = taken.map(({ itemId }) => itemId);
  const details = await readPlaceDetails(db, siteId, parent, takenIds);
  const binIds = await insertBinEntries(
    db,
    siteId,
    taken.map((one) => ({
      ...one,
      parentId,
      position: places.indexOf(one) + 1,
      details: details.get(one.itemId) ?? {},
      removedBy,
    })),
  );
  const order = places.map(({ itemId }) => itemId).filter((id) => !takenIds.includes(id));
  await deletePlaces(db, siteId, parentId, { itemIds: takenIds, order });
  await markDeletedIfNowhere(db, siteId, takenIds);
  await recordAuditOfMany(db, siteId, { action: "itemDeleted", actorId: removedBy, objectIds: takenIds });
  return takenIds.map((itemId, index) => ({ itemId, binId: binIds[index] as number }));
}

/** Removes it from every parent that is not in the bin itself. @throws AppError `notFound` if there is no such item. */
export async function removeEverywhere(
  db: SiteDb,
  siteId: number,
  { itemId, removedBy }: { itemId: number; removedBy: number },
): Promise<{ removals: Removal[]; parentIds: number[] }> {
  await lockStructure(db, siteId);
  const parents = await lockItems(db, siteId, await listParentIds(db, siteId, itemId));
  if (!(await lockItems(db, siteId, [itemId])).has(itemId)) throw itemNotFound();
  const parentIds: number[] = [];
  for (const id of parents.keys()) if ((await findBinned(db, siteId, id)) === null) parentIds.push(id);
  const removals: Removal[] = [];
  for (const parentId of parentIds)
    removals.push(...(await removeItems(db, siteId, { parentId, itemIds: [itemId], removedBy })));
  await markDeletedIfNowhere(db, siteId, [itemId]);
  return { removals, parentIds };
}

/** @throws AppError `notFound` if there is no such course. */
export async function removeCourse(
  db: SiteDb,
  siteId: number,
  { courseId, removedBy }: { courseId: number; removedBy: number },
): Promise<Removal> {
  await lockStructure(db, siteId);
  await lockCourseOrder(db, siteId);
  const course = (await lockItems(db, siteId, [courseId])).get(courseId);
  const state = await findCourseState(db, siteId, courseId);
  const order = await listCourseOrder(db, siteId);
  if (course?.kind !== "course" || !state || state.position === null) throw itemNotFound();
  const [binId] = await insertBinEntries(db, siteId, [
    {
      itemId: courseId,
      parentId: null,
      position: order.indexOf(courseId) + 1,
      isActive: state.isVisible,
      annotationsActive: true,
      details: {},
      removedBy,
    },
  ]);
  await writeCourseOrder(
    db,
    siteId,
    order.filter((id) => id !== courseId),
  );
  await markDeletedIfNowhere(db, siteId, [courseId]);
  await recordAudit(db, siteId, { action: "itemDeleted", actorId: removedBy, objectId: courseId });
  return { binId: binId as number, itemId: courseId };
}
