import {
  ANNOTATIONS_LISTED_MAX,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  listAnnotationTypes,
  OUTLINES_IN_ANSWER_MAX_BYTES,
  orderAnnotations,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { missingAnnotationFields } from "@parfocal/core/annotation/annotation-form.ts";
import { ANNOTATION_TYPES } from "@parfocal/core/annotation/annotation-types.ts";
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError, idMismatch } from "@parfocal/core/errors.ts";
import { route } from "#platform/http/route.ts";
import { findSharedItem } from "#share-access/shared-item.ts";
import { findAnnotationCaller, presentAnnotations } from "./annotation.present.ts";
import {
  type AnnotationText,
  type AuthoredAnnotation,
  insertAnnotation,
  listAnnotationsOf,
  updateAnnotationRow,
} from "./annotation.queries.ts";
import { markAnnotationDeleted } from "./annotation-bin.queries.ts";
import { readAnnotationGeometry } from "./annotation-geometry.ts";
import { reopenDeclined } from "./annotation-review.queries.ts";
import { countAnnotationsInView } from "./annotation-view.queries.ts";
import { changeAnnotation } from "./change-annotation.ts";
import { assertRoomForOutlines } from "./learner-outlines.ts";
import { lockCheckedFile } from "./lock-checked-file.ts";
import { orderAnnotations as orderThem } from "./order-annotations.ts";
import { findShownAnnotations } from "./shown-annotations.ts";
import {
  assertDeletable,
  assertEditable,
  assertMemberOf,
  findVisibleImage,
  loadAnnotation,
  lockVisibleAnnotation,
} from "./visible-annotation.ts";

const tooMany = () =>
  new AppError(
    "tooLarge",
    `More than ${ANNOTATIONS_LISTED_MAX} annotations or ${OUTLINES_IN_ANSWER_MAX_BYTES} bytes of outlines. Request those in a region of the slide (POST /v2/annotation/slide/{id}/).`,
    { codes: ["tooManyAnnotations"] },
  );

function assertComplete(form: { typeId: number; title: string; content: string }): void {
  const missing = missingAnnotationFields(form);
  if (missing.length > 0) throw new AppError("invalid", `Fill in ${missing.join(" and ")}.`, { codes: missing });
}

/** The row's values, overridden by those in the body. */
function textOf(row: AuthoredAnnotation, body: BodyOf<typeof updateAnnotation>): AnnotationText {
  return {
    type_id: body.typeId ?? row.type_id,
    title: body.title ?? row.title,
    content: body.content ?? row.content,
    link: body.link ?? row.link,
    zoom: body.zoom === undefined ? row.zoom : body.zoom,
    include_measurement: body.includeMeasurement ?? row.include_measurement,
  };
}

export const annotationRoutes = [
  route(listAnnotationTypes, async ({ db, siteId, caller, shareToken: token }) => {
    if (token !== null) await findSharedItem(db, { siteId, token, caller });
    return ANNOTATION_TYPES.map(({ id, name }) => ({ id, name }));
  }),

  route(listAnnotations, async ({ db, siteId, caller, shareToken }, { params, query }) => {
    const { query: filter, userId, workGroupId } = query;
    const annotationQuery = { imageId: params.itemId, filter, userId, workGroupId };
    const asker = { siteId, caller, shareToken };
    const { question, who, presentation } = await findShownAnnotations(db, asker, annotationQuery);
    const { total, bytes } = await countAnnotationsInView(db, siteId, question, undefined);
    if (total > ANNOTATIONS_LISTED_MAX || bytes > OUTLINES_IN_ANSWER_MAX_BYTES) throw tooMany();
    return presentAnnotations(await listAnnotationsOf(db, siteId, question), who, presentation);
  }),

  route(createAnnotation, async ({ db, siteId, caller }, { body }) => {
    const user = caller.signedIn();
    assertMemberOf(await findAnnotationCaller(db, siteId, caller), body.workGroupId);
    assertComplete(body);
    const { slideFile, pixel } = await findVisibleImage(db, siteId, caller, body.imageId);
    await lockCheckedFile(db, siteId, { imageId: body.imageId, fileId: slideFile.id });
    const place = readAnnotationGeometry(body.geometry, body.typeId, slideFile);
    const added = { imageId: body.imageId, authorId: user.id, outlines: [place.geometry] };
    await assertRoomForOutlines(db, siteId, caller, added);
    const id = await insertAnnotation(db, siteId, {
      ...place,
      image_id: body.imageId,
      author_id: user.id,
      type_id: body.typeId,
      title: body.title,
      content: body.content,
      link: body.link,
      zoom: body.zoom,
      include_measurement: body.includeMeasurement,
      is_student: !caller.can("annotateAsExpert"),
      work_group_id: body.workGroupId ?? null,
    });
    return loadAnnotation(db, siteId, caller, id, pixel);
  }),

  route(orderAnnotations, async ({ db, siteId, caller }, { body }) => {
    await findVisibleImage(db, siteId, caller, body.imageId);
    const { workGroupIds } = await findAnnotationCaller(db, siteId, caller);
    return orderThem(db, siteId, { imageId: body.imageId, ids: body.annotationIds, workGroupIds });
  }),

  route(updateAnnotation, async ({ db, siteId, caller }, { params, body }) => {
    if (body.id !== undefined && body.id !== params.id) {
      throw idMismatch("annotation");
    }
    const { row, image, who } = await lockVisibleAnnotation(db, siteId, caller, params.id);
    assertEditable(who, row);
    const text = textOf(row, body);
    assertComplete({ typeId: text.type_id, title: text.title, content: text.content });
    // A stored shape remains valid: only a new shape or type is checked.
    const isRedrawn = (body.geometry ?? row.geometry) !== row.geometry || text.type_id !== row.type_id;
    const place = isRedrawn
      ? readAnnotationGeometry(body.geometry ?? row.geometry, text.type_id, image.slideFile)
      : null;
    if (place && place.geometry.length > row.geometry.length) {
      const added = { imageId: row.image_id, authorId: row.author_id, outlines: [place.geometry], replacedId: row.id };
      await assertRoomForOutlines(db, siteId, caller, added);
    }
    const isChanged =
      place !== null || Object.entries(text).some(([name, value]) => row[name as keyof AnnotationText] !== value);
    const user = caller.signedIn();
    if (isChanged) {
      const recorded = { id: params.id, change: "updated", changedBy: user.id } as const;
      await changeAnnotation(db, siteId, recorded, () =>
        updateAnnotationRow(db, siteId, params.id, { ...text, ...place }),
      );
      if (user.id === row.author_id) await reopenDeclined(db, siteId, params.id);
    }
    return loadAnnotation(db, siteId, caller, params.id, image.pixel);
  }),

  route(deleteAnnotation, async ({ db, siteId, caller }, { params }) => {
    const { row, who } = await lockVisibleAnnotation(db, siteId, caller, params.id);
    assertDeletable(who, row);
    await markAnnotationDeleted(db, siteId, params.id, { deletedBy: caller.signedIn().id });
  }),
];
