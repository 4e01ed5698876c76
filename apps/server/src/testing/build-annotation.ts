import { ANNOTATION_TYPE_POLYGON_ID } from "@parfocal/core/annotation/annotation-types.ts";
import { insertAnnotation, type NewAnnotation } from "#annotation/annotation.queries.ts";
import { markAnnotationDeleted } from "#annotation/annotation-bin.queries.ts";
import { readAnnotationGeometry } from "#annotation/annotation-geometry.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";
import type { TestSlide } from "./build-slide.ts";
import type { TestUser } from "./build-user.ts";

export const SQUARE_WKT = "POLYGON ((10 10, 110 10, 110 110, 10 110, 10 10))";

interface AnnotationOptions {
  readonly slide: TestSlide;
  readonly author: TestUser;
  readonly title?: string;
  readonly geometry?: string;
  readonly typeId?: number;
  /** Omitted: not drawn in a work group. */
  readonly workGroupId?: number;
}

/** Arguments for `insertAnnotation`. */
export const newAnnotation = ({
  slide,
  author,
  title = "A glomerulus",
  geometry = SQUARE_WKT,
  typeId = ANNOTATION_TYPE_POLYGON_ID,
  workGroupId,
}: AnnotationOptions): NewAnnotation => ({
  ...readAnnotationGeometry(geometry, typeId, { width: null, height: null }),
  image_id: slide.id,
  author_id: author.id,
  type_id: typeId,
  title,
  content: "",
  link: "",
  zoom: null,
  include_measurement: true,
  is_student: author.role === "learner",
  work_group_id: workGroupId ?? null,
});

/** @returns its ID. */
export function buildAnnotation(site: TestSite, options: AnnotationOptions): Promise<number> {
  return withSite(site.server.platform.database, site.id, (db) =>
    insertAnnotation(db, site.id, newAnnotation(options)),
  );
}

/** An annotation that its author has just moved to the bin. @returns its ID. */
export async function buildDeletedAnnotation(site: TestSite, options: AnnotationOptions): Promise<number> {
  const id = await buildAnnotation(site, options);
  await withSite(site.server.platform.database, site.id, (db) =>
    markAnnotationDeleted(db, site.id, id, { deletedBy: options.author.id }),
  );
  return id;
}
