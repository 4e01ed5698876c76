/** An annotation's row as the caller may see it: with what the caller may do to it. */

import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import {
  type AnnotationCaller,
  canDeleteAnnotation,
  canEditAnnotation,
} from "@parfocal/core/annotation/annotation-access.ts";
import { measure } from "@parfocal/core/geometry/measurement.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { AuthoredAnnotation } from "./annotation.queries.ts";

export function annotationCallerOf(caller: Caller): AnnotationCaller {
  return {
    id: caller.user?.id ?? 0,
    isExpert: caller.can("annotateAsExpert"),
    isContentManager: caller.can("manageContent"),
  };
}

/** @param pixel null: the slide says nothing of its pixel size, and nothing can be measured. */
export function presentAnnotation(
  row: AuthoredAnnotation,
  caller: AnnotationCaller,
  pixel: PixelSizeUm | null,
): Annotation {
  const facts = { authorId: row.author_id, isStudent: row.is_student };
  const geometry = parseWkt(row.geometry);
  return {
    id: row.id,
    imageId: row.image_id,
    typeId: row.type_id,
    title: row.title,
    content: row.content,
    link: row.link,
    zoom: row.zoom,
    measurement: pixel && geometry.ok ? measure(geometry.shape, pixel) : null,
    includeMeasurement: row.include_measurement,
    geometry: row.geometry,
    order: row.position,
    author: row.author,
    isUserOwner: row.author_id === caller.id,
    isStudent: row.is_student,
    isConverted: row.is_converted,
    isStudentMarked: row.is_student_marked,
    userCanEdit: canEditAnnotation(caller, facts),
    userCanDelete: canDeleteAnnotation(caller, facts),
    workGroupId: null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
