/** An annotation's row as an answer to the caller, with the caller's rights. */

import { setImmediate } from "node:timers/promises";
import type { Annotation, AnnotationReview, AnnotationVersion } from "@parfocal/core/annotation/annotation.contract.ts";
import {
  type AnnotationCaller,
  type ChangeableAnnotation,
  canDeleteAnnotation,
  canEditAnnotation,
} from "@parfocal/core/annotation/annotation-access.ts";
import { measure, measureBySize } from "@parfocal/core/geometry/measurement.ts";
import { simplifyShape } from "@parfocal/core/geometry/simplify.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listWorkGroupIdsOf } from "#work-group/work-group.queries.ts";
import type { AuthoredAnnotation } from "./annotation.queries.ts";
import type { AnnotationRow } from "./annotation.table.ts";
import type { AnnotationVersionRow } from "./annotation-version.table.ts";

export async function findAnnotationCaller(db: SiteDb, siteId: number, caller: Caller): Promise<AnnotationCaller> {
  return {
    id: caller.user?.id ?? 0,
    isExpert: caller.can("annotateAsExpert"),
    isContentManager: caller.can("manageContent"),
    workGroupIds: caller.user ? await listWorkGroupIdsOf(db, siteId, caller.user.id) : [],
  };
}

/** Columns that decide who can see and change it. */
export function annotationFactsOf(
  row: Pick<AnnotationRow, "author_id" | "is_student" | "is_converted" | "work_group_id">,
): ChangeableAnnotation {
  return {
    authorId: row.author_id,
    isStudent: row.is_student,
    isConverted: row.is_converted,
    workGroupId: row.work_group_id,
  };
}

export interface Presentation {
  /** null: unknown, so that nothing can be measured. */
  readonly pixel: PixelSizeUm | null;
  /** Maximum distance of a shown outline from the drawn one, slide pixels; omitted: as drawn. */
  readonly tolerancePx?: number | undefined;
  /** Whether to omit the author's name; default: no. */
  readonly isAuthorHidden?: boolean;
}

/** Outline size that is processed before other requests get a turn: about 15 ms of work. */
const OUTLINES_AT_ONCE_BYTES = 128 * 1024;
/** Likewise for the number of annotations, however small. */
const PRESENTED_AT_ONCE = 250;

/** One after the other; other requests get a turn in between. */
export async function presentAnnotations(
  rows: readonly AuthoredAnnotation[],
  caller: AnnotationCaller,
  presentation: Presentation,
): Promise<Annotation[]> {
  const presented: Annotation[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.geometry.length;
    presented.push(presentAnnotation(row, caller, presentation));
    if (bytes < OUTLINES_AT_ONCE_BYTES && presented.length % PRESENTED_AT_ONCE !== 0) continue;
    bytes = 0;
    await setImmediate();
  }
  return presented;
}

/** The measurement of the drawn form, whichever form was read. */
function readOutline(
  row: AuthoredAnnotation,
  { pixel, tolerancePx }: Presentation,
): Pick<Annotation, "geometry" | "measurement"> {
  const read = pixel || tolerancePx !== undefined ? parseWkt(row.geometry) : null;
  if (!read?.ok) return { geometry: row.geometry, measurement: null };
  const { shape } = read;
  const measureShape = (pixelSize: PixelSizeUm) =>
    row.is_coarse ? measureBySize(shape, row.drawn_size_px, pixelSize) : measure(shape, pixelSize);
  const measurement = pixel ? measureShape(pixel) : null;
  // A coarse form already has its distance from the drawn form.
  const leftPx = (tolerancePx ?? 0) - (row.is_coarse ? (row.coarse_px ?? 0) : 0);
  const isSimplified = tolerancePx !== undefined && leftPx > 0;
  return { geometry: isSimplified ? formatWkt(simplifyShape(shape, leftPx)) : row.geometry, measurement };
}

/** Measured before it is simplified. */
export function presentAnnotation(
  row: AuthoredAnnotation,
  caller: AnnotationCaller,
  { pixel, tolerancePx, isAuthorHidden }: Presentation,
): Annotation {
  const facts = annotationFactsOf(row);
  const { geometry, measurement } = readOutline(row, { pixel, tolerancePx });
  return {
    id: row.id,
    imageId: row.image_id,
    typeId: row.type_id,
    title: row.title,
    content: row.content,
    link: row.link,
    zoom: row.zoom,
    measurement,
    includeMeasurement: row.include_measurement,
    geometry,
    order: row.position,
    author: isAuthorHidden ? "" : row.author,
    isUserOwner: row.author_id === caller.id,
    isStudent: row.is_student,
    isConverted: row.is_converted,
    isStudentMarked: row.is_student_marked,
    userCanEdit: canEditAnnotation(caller, facts),
    userCanDelete: canDeleteAnnotation(caller, facts),
    workGroupId: facts.workGroupId,
    review: caller.isExpert || row.author_id === caller.id ? reviewOf(row) : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function reviewOf(row: AuthoredAnnotation): AnnotationReview | null {
  if (row.review_state === null || row.reviewed_at === null) return null;
  return {
    state: row.review_state,
    comment: row.review_comment,
    reviewer: row.reviewer ?? "",
    reviewedAt: row.reviewed_at.toISOString(),
  };
}

export function presentVersion(row: AnnotationVersionRow & { readonly name: string }): AnnotationVersion {
  return {
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.name,
    change: row.change,
    typeId: row.type_id,
    title: row.title,
    content: row.content,
    link: row.link,
    geometry: row.geometry,
    includeMeasurement: row.include_measurement,
  };
}

/** The first version of an annotation that was never changed: its own row. */
export function presentOnlyVersion(row: AuthoredAnnotation): AnnotationVersion {
  const { author: name, created_at: changed_at, author_id: changed_by } = row;
  return presentVersion({
    ...row,
    annotation_id: row.id,
    ...{ name, changed_at, changed_by },
    version: 1,
    change: "created",
  });
}
