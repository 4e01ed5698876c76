import {
  ANNOTATION_REVIEWS_MAX,
  convertAnnotation,
  declineAnnotation,
  listAnnotationReviews,
  publishAnnotation,
  reopenAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { route } from "#platform/http/route.ts";
import {
  assertAcceptable,
  convertAnnotation as convertIt,
  publishAnnotation as publishIt,
} from "./accept-annotation.ts";
import { findAnnotationCaller, presentAnnotations } from "./annotation.present.ts";
import {
  listOpenReviews,
  listStudentsWithOpenReviews,
  reopenDeclined,
  updateReview,
} from "./annotation-review.queries.ts";
import { findVisibleImage, loadAnnotation, lockVisibleAnnotation } from "./visible-annotation.ts";

export const annotationReviewRoutes = [
  route(listAnnotationReviews, async ({ db, siteId, caller }, { params, query }) => {
    const { pixel } = await findVisibleImage(db, siteId, caller, params.itemId);
    const who = await findAnnotationCaller(db, siteId, caller);
    const rows = await listOpenReviews(db, siteId, params.itemId, { ...query, most: ANNOTATION_REVIEWS_MAX });
    return {
      students: await listStudentsWithOpenReviews(db, siteId, params.itemId),
      annotations: await presentAnnotations(rows, who, { pixel }),
    };
  }),

  route(convertAnnotation, async ({ db, siteId, caller }, { params }) => {
    const { row, image } = await lockVisibleAnnotation(db, siteId, caller, params.id);
    await convertIt(db, siteId, { row, expertId: caller.signedIn().id });
    return loadAnnotation(db, siteId, caller, params.id, image.pixel);
  }),

  route(publishAnnotation, async ({ db, siteId, caller }, { params }) => {
    const { row, image } = await lockVisibleAnnotation(db, siteId, caller, params.id);
    const copyId = await publishIt(db, siteId, { row, expertId: caller.signedIn().id });
    return {
      marked: await loadAnnotation(db, siteId, caller, params.id, image.pixel),
      published: await loadAnnotation(db, siteId, caller, copyId, image.pixel),
    };
  }),

  route(declineAnnotation, async ({ db, siteId, caller }, { params, body }) => {
    const { row, image } = await lockVisibleAnnotation(db, siteId, caller, params.id);
    assertAcceptable(row);
    const reviewerId = caller.signedIn().id;
    await updateReview(db, siteId, params.id, { state: "declined", comment: body.comment, reviewerId });
    return loadAnnotation(db, siteId, caller, params.id, image.pixel);
  }),

  route(reopenAnnotation, async ({ db, siteId, caller }, { params }) => {
    const { image } = await lockVisibleAnnotation(db, siteId, caller, params.id);
    await reopenDeclined(db, siteId, params.id);
    return loadAnnotation(db, siteId, caller, params.id, image.pixel);
  }),
];
