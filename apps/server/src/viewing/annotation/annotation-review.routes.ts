import {
  ANNOTATION_REVIEWS_MAX,
  convertAnnotation,
  declineAnnotation,
  listAnnotationReviews,
  publishAnnotation,
  reopenAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import {
  countReviews,
  findReviewNeighbours,
  listReviewSlides,
  REVIEW_SLIDES_PAGE_SIZE,
} from "@parfocal/core/annotation/review-inbox.contract.ts";
import { findImageFacts } from "#image-card/image-facts.queries.ts";
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
import { countWaiting } from "./review-inbox.queries.ts";
import { loadReviewInbox, neighboursIn, presentSlides } from "./review-inbox.ts";
import { findVisibleImage, loadAnnotation, lockVisibleAnnotation } from "./visible-annotation.ts";

export const annotationReviewRoutes = [
  route(countReviews, ({ db, siteId, caller }) => countWaiting(db, siteId, caller)),

  route(listReviewSlides, async ({ db, siteId, caller }, { query: { page } }) => {
    const { counts, slides } = await loadReviewInbox(db, siteId, caller);
    const shown = slides.slice((page - 1) * REVIEW_SLIDES_PAGE_SIZE, page * REVIEW_SLIDES_PAGE_SIZE);
    const ids = shown.map(({ slide }) => slide.imageId);
    const facts = await findImageFacts(db, siteId, ids, { isManager: caller.can("manageContent") });
    const list = (await presentSlides(db, siteId, shown)).map((slide) => {
      const { thumbnail = null, colour = null } = facts.get(slide.imageId) ?? {};
      return { ...slide, thumbnail, colour };
    });
    return { ...counts, list };
  }),

  route(findReviewNeighbours, async ({ db, siteId, caller }, { params: { itemId }, query: { since } }) => {
    await findVisibleImage(db, siteId, caller, itemId);
    const inbox = await loadReviewInbox(db, siteId, caller, itemId);
    const { previous, next, others } = neighboursIn(inbox, itemId, since === undefined ? new Date() : new Date(since));
    const [first, second] = await presentSlides(db, siteId, previous && next ? [previous, next] : []);
    return { previous: first ?? null, next: second ?? null, others };
  }),

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
