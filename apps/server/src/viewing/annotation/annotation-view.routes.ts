import {
  ANNOTATIONS_IN_VIEW_MAX,
  listAnnotationsInView,
  OUTLINES_IN_ANSWER_MAX_BYTES,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { densityCellPx } from "@parfocal/core/annotation/annotation-density.ts";
import { notFound } from "@parfocal/core/errors.ts";
import { route } from "#platform/http/route.ts";
import { isUser } from "#user/user.queries.ts";
import { presentAnnotations } from "./annotation.present.ts";
import type { OutlineForm } from "./annotation.queries.ts";
import {
  countAnnotationsByCell,
  countAnnotationsInView,
  listAnnotationsInView as listInView,
} from "./annotation-view.queries.ts";
import { findShownAnnotations } from "./shown-annotations.ts";

/** Maximum distance of a shown outline from the drawn one, in screen pixels. */
const TOLERANCE_SCREEN_PX = 0.5;

interface FormRequest {
  readonly requested: OutlineForm;
  readonly bytes: number;
  readonly coarseBytes: number;
  /** false: only as drawn. */
  readonly mayBeSimplified: boolean;
}

/** The form in which the outlines of a view fit in one answer; null: none. */
function formThatFits({ requested, bytes, coarseBytes, mayBeSimplified }: FormRequest): OutlineForm | null {
  if (bytes <= OUTLINES_IN_ANSWER_MAX_BYTES) return requested;
  return mayBeSimplified && coarseBytes <= OUTLINES_IN_ANSWER_MAX_BYTES ? "coarse" : null;
}

export const annotationViewRoutes = [
  route(listAnnotationsInView, async ({ db, siteId, caller, shareToken }, { params, body }) => {
    const { bounds, resolution, userId, workGroupId, annotationId } = body;
    const query = { imageId: params.id, filter: body.query, userId, workGroupId, annotationId };
    const asker = { siteId, caller, shareToken };
    const { slideFile, question, who, presentation } = await findShownAnnotations(db, asker, query);
    // Readers of a share link must not learn who has an account.
    if (userId !== undefined && shareToken === null && !(await isUser(db, siteId, userId)))
      throw notFound("User", { codes: ["userId"] });
    // At 1 and below as drawn, if they fit.
    const tolerancePx = resolution !== undefined && resolution > 1 ? resolution * TOLERANCE_SCREEN_PX : undefined;
    const requested = tolerancePx ?? "drawn";
    const { bytes, coarseBytes, ...counts } = await countAnnotationsInView(db, siteId, question, bounds, requested);
    const form = formThatFits({ requested, bytes, coarseBytes, mayBeSimplified: resolution !== undefined });
    const cellPx = densityCellPx(
      bounds ?? { minX: 0, minY: 0, maxX: slideFile.width ?? 0, maxY: slideFile.height ?? 0 },
    );
    if (form === null || counts.inView > ANNOTATIONS_IN_VIEW_MAX) {
      const cells = await countAnnotationsByCell(db, siteId, question, bounds, cellPx);
      return { ...counts, isComplete: false, isSimplified: false, annotations: [], density: { cellPx, cells } };
    }
    const rows = counts.inView === 0 ? [] : await listInView(db, siteId, question, bounds, form);
    const annotations = await presentAnnotations(rows, who, { ...presentation, tolerancePx });
    return { ...counts, isComplete: true, isSimplified: form !== "drawn", annotations, density: { cellPx, cells: [] } };
  }),
];
