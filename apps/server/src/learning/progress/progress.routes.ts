import { AppError } from "@parfocal/core/errors.ts";
import { getCourseProgress } from "@parfocal/core/progress/course-progress.contract.ts";
import { OPENED_KINDS } from "@parfocal/core/progress/opened-kinds.ts";
import { forgetOpened, getOverview, markOpened } from "@parfocal/core/progress/progress.contract.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { route } from "#platform/http/route.ts";
import { loadCourseProgress } from "./load-course-progress.ts";
import { loadOverview } from "./load-overview.ts";
import { deleteOpenedWithin, saveOpened } from "./progress.queries.ts";

export const progressRoutes = [
  route(getCourseProgress, ({ db, siteId }, { params: { id }, query: { page } }) =>
    loadCourseProgress(db, siteId, { courseId: id, page }),
  ),

  route(getOverview, ({ db, siteId, caller }) => loadOverview(db, siteId, caller)),

  route(markOpened, async ({ db, siteId, caller }, { params: { id }, body: { parentId } }) => {
    const { item, way } = await findVisibleItem(db, { siteId, caller, id, parentId });
    if (!OPENED_KINDS.includes(item.kind))
      throw new AppError("invalid", "Only items with a page of their own can be marked as viewed.", {
        codes: ["id"],
      });
    // The parent is stored only if the person sees the item through it.
    const isOnWay = parentId !== undefined && way?.ids.at(-2) === parentId;
    await saveOpened(db, siteId, {
      userId: caller.signedIn().id,
      itemId: id,
      parentId: isOnWay ? parentId : null,
    });
  }),

  route(forgetOpened, async ({ db, siteId, caller }, { params: { id } }) => {
    await findVisibleItem(db, { siteId, caller, id });
    await deleteOpenedWithin(db, siteId, { userId: caller.signedIn().id, itemId: id });
  }),
];
