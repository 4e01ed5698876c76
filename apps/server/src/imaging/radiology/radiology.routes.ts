import { idMismatch, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import {
  addRadiologyToParent,
  copyRadiology,
  getRadiology,
  getRadiologySeries,
  getRadiologyStorageStatus,
  listRadiology,
  updateRadiology,
} from "@parfocal/core/radiology/radiology.contract.ts";
import { assertItemSeen } from "#item/assert-item-seen.ts";
import { findItem } from "#item/item.queries.ts";
import { changePlacedContent } from "#item/placed-content.ts";
import { type Route, route } from "#platform/http/route.ts";
import { copyItemTo } from "#structure/copy-items.ts";
import { listRadiologyCards } from "./list-radiology-cards.ts";
import { loadRadiology, loadRadiologySeries } from "./load-radiology.ts";
import { placeRadiology } from "./place-radiology.ts";
import { findStudy, updateHidden } from "./radiology.queries.ts";

export const radiologyRoutes: readonly Route[] = [
  route(getRadiologyStorageStatus, async ({ platform }) => ({ availableSpace: await platform.folders.freeBytes() })),

  route(listRadiology, ({ db, siteId }, { query }) => listRadiologyCards(db, siteId, query)),

  route(getRadiology, ({ db, siteId, caller, shareToken }, { params: { id }, query }) =>
    loadRadiology(db, { siteId, caller, shareToken, id, parentId: query.parent }),
  ),

  route(getRadiologySeries, ({ db, siteId, caller, shareToken }, { params: { id } }) =>
    loadRadiologySeries(db, { siteId, caller, shareToken, id }),
  ),

  route(
    updateRadiology,
    async ({ db, siteId, caller }, { params: { id }, body: { series = [], seen, ...changes } }) => {
      const { title, subtitle, summary } = changes;
      await assertItemSeen(db, siteId, { id, kind: "radiology" }, { seen, updated: { title, subtitle, summary } });
      await changePlacedContent(db, siteId, { id, kind: "radiology" }, changes);
      const study = await findStudy(db, siteId, id);
      if (study) await updateHidden(db, siteId, study.id, series);
      return loadRadiology(db, { siteId, caller, id });
    },
  ),

  route(addRadiologyToParent, async ({ db, siteId, caller }, { params: { id }, body: { itemId, parentId } }) => {
    if (itemId !== id) throw idMismatch("item", "itemId");
    if (!(await findItem(db, siteId, id, "radiology"))) throw notFoundOrNoAccess();
    await placeRadiology(db, siteId, { id, parentId });
    return loadRadiology(db, { siteId, caller, id, parentId });
  }),

  route(copyRadiology, async ({ db, siteId, caller }, { body: { id: original, parentId } }) => {
    const createdBy = caller.signedIn().id;
    const input = { id: original, kind: "radiology", parentId, position: undefined, createdBy } as const;
    const id = await copyItemTo(db, siteId, input);
    return loadRadiology(db, { siteId, caller, id, parentId });
  }),
];
