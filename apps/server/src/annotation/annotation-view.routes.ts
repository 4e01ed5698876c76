import { ANNOTATIONS_IN_VIEW_MAX, listAnnotationsInView } from "@parfocal/core/annotation/annotation.contract.ts";
import { densityCellPx } from "@parfocal/core/annotation/annotation-density.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { route } from "#platform/http/route.ts";
import { isUser } from "#user/user.queries.ts";
import { findAnnotationCaller, presentAnnotation } from "./annotation.present.ts";
import {
  countAnnotationsByCell,
  countAnnotationsInView,
  listAnnotationsInView as listInView,
} from "./annotation-view.queries.ts";
import { assertMemberOf, findVisibleImage } from "./visible-annotation.ts";

/** How far a shown outline may lie from the drawn one, in screen pixels. */
const TOLERANCE_SCREEN_PX = 0.5;

export const annotationViewRoutes = [
  route(listAnnotationsInView, async ({ db, siteId, caller }, { params, body }) => {
    const { bounds, resolution, userId, workGroupId, annotationId } = body;
    const { slideFile, pixel, isAnnotated } = await findVisibleImage(db, siteId, caller, params.id);
    if (userId !== undefined && !(await isUser(db, siteId, userId))) {
      throw new AppError("notFound", "There is no such user.", { codes: ["userId"] });
    }
    const who = await findAnnotationCaller(db, siteId, caller);
    assertMemberOf(who, workGroupId);
    const question = { imageId: params.id, filter: body.query, userId, workGroupId, annotationId, who, isAnnotated };
    const counts = await countAnnotationsInView(db, siteId, question, bounds);
    const isComplete = counts.inView <= ANNOTATIONS_IN_VIEW_MAX;
    const cellPx = densityCellPx(
      bounds ?? { minX: 0, minY: 0, maxX: slideFile.width ?? 0, maxY: slideFile.height ?? 0 },
    );
    if (!isComplete) {
      const cells = await countAnnotationsByCell(db, siteId, question, bounds, cellPx);
      return { ...counts, isComplete, annotations: [], density: { cellPx, cells } };
    }
    const tolerancePx = resolution === undefined ? undefined : resolution * TOLERANCE_SCREEN_PX;
    const rows = counts.inView === 0 ? [] : await listInView(db, siteId, question, bounds);
    const annotations = rows.map((row) => presentAnnotation(row, who, { pixel, tolerancePx }));
    return { ...counts, isComplete, annotations, density: { cellPx, cells: [] } };
  }),
];
