/** Earlier states of annotations: their versions, and deleted annotations. */
import {
  ANNOTATION_RESTORE_DAYS,
  type Annotation,
  DELETED_ANNOTATIONS_MAX,
  listAnnotationVersions,
  listDeletedAnnotations,
  restoreAnnotation,
  restoreAnnotationVersion,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { canDeleteAnnotation } from "@parfocal/core/annotation/annotation-access.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { route } from "#platform/http/route.ts";
import {
  annotationFactsOf,
  findAnnotationCaller,
  presentAnnotations,
  presentOnlyVersion,
  presentVersion,
} from "./annotation.present.ts";
import { findAnnotation, lockAnnotation, updateAnnotationRow } from "./annotation.queries.ts";
import { findRestorable, listRestorable, unmarkAnnotationDeleted } from "./annotation-bin.queries.ts";
import { placeOfGeometry } from "./annotation-geometry.ts";
import { reopenDeclined } from "./annotation-review.queries.ts";
import { findVersionRow, hasVersions, listVersionRows } from "./annotation-version.queries.ts";
import { changeAnnotation } from "./change-annotation.ts";
import { assertRoomForOutlines } from "./learner-outlines.ts";
import {
  assertEditable,
  assertVisible,
  findVisibleImage,
  loadAnnotation,
  lockVisibleAnnotation,
} from "./visible-annotation.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const noVersion = () => notFound("Annotation version");
const notInBin = () => new AppError("notFound", "Deleted annotation not found, or you cannot restore it.");

export const annotationHistoryRoutes = [
  route(listAnnotationVersions, async ({ db, siteId, caller }, { params, query }) => {
    const found = await findAnnotation(db, siteId, params.id);
    const { row, who } = await assertVisible(db, siteId, caller, found);
    assertEditable(who, row);
    const { before } = query;
    if (!(await hasVersions(db, siteId, params.id))) {
      return before === undefined || before > 1 ? [presentOnlyVersion(row)] : [];
    }
    return (await listVersionRows(db, siteId, params.id, before)).map(presentVersion);
  }),

  route(restoreAnnotationVersion, async ({ db, siteId, caller }, { params }) => {
    const { row, image, who } = await lockVisibleAnnotation(db, siteId, caller, params.id);
    assertEditable(who, row);
    const version = await findVersionRow(db, siteId, params.id, params.version);
    const isOnlyVersion = params.version === 1 && !(await hasVersions(db, siteId, params.id));
    if (!version && !isOnlyVersion) throw noVersion();
    if (version) {
      const { type_id, title, content, link, zoom, include_measurement } = version;
      const user = caller.signedIn();
      const restored = { outlines: [version.geometry], replacedId: row.id };
      await assertRoomForOutlines(db, siteId, caller, { imageId: row.image_id, authorId: row.author_id, ...restored });
      await changeAnnotation(db, siteId, { id: params.id, change: "restored", changedBy: user.id }, () =>
        updateAnnotationRow(db, siteId, params.id, {
          ...{ type_id, title, content, link, zoom, include_measurement },
          ...placeOfGeometry(version.geometry),
        }),
      );
      if (user.id === row.author_id) await reopenDeclined(db, siteId, params.id);
    }
    return loadAnnotation(db, siteId, caller, params.id, image.pixel);
  }),

  route(listDeletedAnnotations, async ({ db, siteId, caller }, { params }) => {
    const { pixel } = await findVisibleImage(db, siteId, caller, params.itemId);
    const who = await findAnnotationCaller(db, siteId, caller);
    const rows = await listRestorable(db, siteId, params.itemId, { who, most: DELETED_ANNOTATIONS_MAX });
    const restorable = rows.filter((row) => canDeleteAnnotation(who, annotationFactsOf(row)));
    const annotations = await presentAnnotations(restorable, who, { pixel });
    return restorable.map((row, index) => ({
      annotation: annotations[index] as Annotation,
      deletedAt: row.deleted_at.toISOString(),
      deletedBy: row.deleter ?? row.author,
      restorableUntil: new Date(row.deleted_at.getTime() + ANNOTATION_RESTORE_DAYS * DAY_MS).toISOString(),
    }));
  }),

  route(restoreAnnotation, async ({ db, siteId, caller }, { params }) => {
    await lockAnnotation(db, siteId, params.id);
    const row = await findRestorable(db, siteId, params.id);
    const who = await findAnnotationCaller(db, siteId, caller);
    if (!row || !canDeleteAnnotation(who, annotationFactsOf(row))) throw notInBin();
    const image = await findVisibleImage(db, siteId, caller, row.image_id);
    const added = { imageId: row.image_id, authorId: row.author_id, outlines: [row.geometry] };
    await assertRoomForOutlines(db, siteId, caller, added);
    const recorded = { id: params.id, change: "restored", changedBy: caller.signedIn().id } as const;
    await changeAnnotation(db, siteId, recorded, () => unmarkAnnotationDeleted(db, siteId, params.id));
    return loadAnnotation(db, siteId, caller, params.id, image.pixel);
  }),
];
