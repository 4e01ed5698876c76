import { AppError } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { setItemAnnotations, setItemState } from "@parfocal/core/structure/structure.contract.ts";
import { findItem } from "#item/item.queries.ts";
import { assertNotInBin } from "#item/lock-parent.ts";
import { lockItems, lockStructure, updatePlaces } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { updateCourseVisible } from "./course-order.queries.ts";
import { notInParent } from "./move-items.ts";
import { itemNotFound } from "./place-rules.ts";
import { readLists } from "./tree.queries.ts";

/** Course and item, each with its own state. */
async function admit(
  db: SiteDb,
  siteId: number,
  { id, type, parentId }: { id: number; type: ItemKind; parentId: number | null },
) {
  if (!(await findItem(db, siteId, id, type))) throw itemNotFound();
  if (type === "course" && parentId !== null)
    throw new AppError("invalid", "A course has no parent. Omit parentId.", { codes: ["parentId"] });
  if (parentId === null) return null;
  const parent = (await lockItems(db, siteId, [parentId])).get(parentId);
  if (!parent) throw itemNotFound();
  await assertNotInBin(db, siteId, parent);
  return parent;
}

export const stateRoutes = [
  route(setItemState, async ({ db, siteId }, { params: { id }, body: { parentId, state, type } }) => {
    await lockStructure(db, siteId);
    const parent = await admit(db, siteId, { id, type, parentId });
    if (type === "course") {
      await updateCourseVisible(db, siteId, id, state);
      return { parents: await readLists(db, siteId, [null]) };
    }
    if (parent === null)
      throw new AppError("invalid", "parentId is required: items are active or inactive per parent.", {
        codes: ["parentId"],
      });
    const parentIds = await updatePlaces(db, siteId, { itemId: id, parentId }, { is_active: state });
    if (parentIds.length === 0) throw notInParent(parent);
    return { parents: await readLists(db, siteId, parentIds) };
  }),

  route(setItemAnnotations, async ({ db, siteId }, { params: { id }, body: { parentId, state, itemType: type } }) => {
    await lockStructure(db, siteId);
    if (type === "course") throw new AppError("invalid", "Courses have no annotations.", { codes: ["itemType"] });
    const parent = await admit(db, siteId, { id, type, parentId });
    const parentIds = await updatePlaces(db, siteId, { itemId: id, parentId }, { annotations_active: state });
    if (parent && parentIds.length === 0) throw notInParent(parent);
    return { parents: await readLists(db, siteId, parentIds) };
  }),
];
