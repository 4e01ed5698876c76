import {
  type Annotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  listAnnotationTypes,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import {
  canDeleteAnnotation,
  canEditAnnotation,
  canSeeAnnotation,
  isInAnnotationFilter,
} from "@parfocal/core/annotation/annotation-access.ts";
import { missingAnnotationFields } from "@parfocal/core/annotation/annotation-form.ts";
import { ANNOTATION_TYPES } from "@parfocal/core/annotation/annotation-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { findImageRow } from "#image/image.queries.ts";
import type { SlideFileRow } from "#image/image.table.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { annotationCallerOf, presentAnnotation } from "./annotation.present.ts";
import {
  type AuthoredAnnotation,
  findAnnotation,
  insertAnnotation,
  listAnnotationsOf,
  lockAnnotation,
  markAnnotationDeleted,
  updateAnnotationRow,
} from "./annotation.queries.ts";
import { readAnnotationGeometry } from "./annotation-geometry.ts";

interface VisibleImage {
  readonly slideFile: SlideFileRow;
  readonly pixel: PixelSizeUm | null;
  /** Whether annotations are shown to learners here. */
  readonly isAnnotated: boolean;
}

const notThere = () => new AppError("notFound", "There is no such annotation, or it is not for you.");

async function findVisibleImage(db: SiteDb, siteId: number, caller: Caller, imageId: number): Promise<VisibleImage> {
  const { way } = await findVisibleItem(db, { siteId, caller, id: imageId, kind: "image" });
  const row = await findImageRow(db, siteId, imageId);
  if (!row) throw notThere();
  const { pixel_size_x_um: x, pixel_size_y_um: y } = row.slideFile;
  return {
    slideFile: row.slideFile,
    pixel: x === null || y === null ? null : { x, y },
    isAnnotated: way?.isAnnotated ?? true,
  };
}

/** The annotation with its image. @throws AppError `notFound` if the caller may not see it. */
async function findVisibleAnnotation(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  id: number,
): Promise<{ row: AuthoredAnnotation; image: VisibleImage }> {
  const row = await findAnnotation(db, siteId, id);
  if (!row || !canSeeAnnotation(annotationCallerOf(caller), { authorId: row.author_id, isStudent: row.is_student }))
    throw notThere();
  return { row, image: await findVisibleImage(db, siteId, caller, row.image_id) };
}

function assertComplete(form: { typeId: number; title: string; content: string }): void {
  const missing = missingAnnotationFields(form);
  if (missing.length > 0) throw new AppError("invalid", `Please fill in ${missing.join(" and ")}.`, { codes: missing });
}

async function loadAnnotation(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  id: number,
  pixel: PixelSizeUm | null,
): Promise<Annotation> {
  const row = await findAnnotation(db, siteId, id);
  if (!row) throw notThere();
  return presentAnnotation(row, annotationCallerOf(caller), pixel);
}

export const annotationRoutes = [
  route(listAnnotationTypes, async () => ANNOTATION_TYPES.map(({ id, name }) => ({ id, name }))),

  route(listAnnotations, async ({ db, siteId, caller }, { params, query }) => {
    const { pixel, isAnnotated } = await findVisibleImage(db, siteId, caller, params.itemId);
    const who = annotationCallerOf(caller);
    const rows = await listAnnotationsOf(db, siteId, params.itemId, { authorId: query.userId });
    return rows
      .filter((row) => {
        const facts = { authorId: row.author_id, isStudent: row.is_student };
        const isShownHere = isAnnotated || who.isExpert || row.author_id === who.id;
        return isShownHere && canSeeAnnotation(who, facts) && isInAnnotationFilter(query.query, who, facts);
      })
      .map((row) => presentAnnotation(row, who, pixel));
  }),

  route(createAnnotation, async ({ db, siteId, caller }, { body }) => {
    const user = caller.signedIn();
    if (body.workGroupId) throw new AppError("notFound", "There is no such work group, or it is not for you.");
    assertComplete(body);
    const { slideFile, pixel } = await findVisibleImage(db, siteId, caller, body.imageId);
    const id = await insertAnnotation(db, siteId, {
      ...readAnnotationGeometry(body.geometry, body.typeId, slideFile),
      image_id: body.imageId,
      author_id: user.id,
      type_id: body.typeId,
      title: body.title,
      content: body.content,
      link: body.link,
      zoom: body.zoom,
      include_measurement: body.includeMeasurement,
      is_student: !caller.can("annotateAsExpert"),
    });
    return loadAnnotation(db, siteId, caller, id, pixel);
  }),

  route(updateAnnotation, async ({ db, siteId, caller }, { params, body }) => {
    if (body.id !== undefined && body.id !== params.id) {
      throw new AppError("invalid", "The path and the body name different annotations.", { codes: ["id"] });
    }
    await lockAnnotation(db, siteId, params.id);
    const { row, image } = await findVisibleAnnotation(db, siteId, caller, params.id);
    if (!canEditAnnotation(annotationCallerOf(caller), { authorId: row.author_id, isStudent: row.is_student })) {
      throw new AppError("forbidden", "You are not allowed to change this annotation.", { codes: ["notAllowed"] });
    }
    const typeId = body.typeId ?? row.type_id;
    const title = body.title ?? row.title;
    const content = body.content ?? row.content;
    assertComplete({ typeId, title, content });
    await updateAnnotationRow(db, siteId, params.id, {
      ...readAnnotationGeometry(body.geometry ?? row.geometry, typeId, image.slideFile),
      type_id: typeId,
      title,
      content,
      link: body.link ?? row.link,
      zoom: body.zoom === undefined ? row.zoom : body.zoom,
      include_measurement: body.includeMeasurement ?? row.include_measurement,
    });
    return loadAnnotation(db, siteId, caller, params.id, image.pixel);
  }),

  route(deleteAnnotation, async ({ db, siteId, caller }, { params }) => {
    const { row } = await findVisibleAnnotation(db, siteId, caller, params.id);
    if (!canDeleteAnnotation(annotationCallerOf(caller), { authorId: row.author_id, isStudent: row.is_student })) {
      throw new AppError("forbidden", "You are not allowed to delete this annotation.", { codes: ["notAllowed"] });
    }
    await markAnnotationDeleted(db, siteId, params.id);
  }),
];
