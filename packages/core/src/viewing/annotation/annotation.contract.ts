import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { WKT_MAX_CHARACTERS } from "../../geometry/wkt.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { ANNOTATION_FILTERS, DEFAULT_ANNOTATION_FILTER } from "./annotation-filter.ts";
import { ANNOTATION_LINK_MAX_CHARACTERS, ANNOTATION_LINK_PATTERN } from "./annotation-link.ts";

export const ANNOTATION_TITLE_MAX_CHARACTERS = 500;
export const ANNOTATION_CONTENT_MAX_CHARACTERS = 20_000;

const measurement = z.union([
  z.object({ kind: z.literal("length"), value: z.number(), unit: z.enum(["µm", "mm"]) }),
  z.object({ kind: z.literal("area"), value: z.number(), unit: z.enum(["µm²", "mm²"]) }),
]);

const title = z.string().max(ANNOTATION_TITLE_MAX_CHARACTERS);
/** Plain text; line breaks are kept. */
const content = z.string().max(ANNOTATION_CONTENT_MAX_CHARACTERS);
/** http, https, mailto or a path of this site; empty: none. */
const link = z
  .string()
  .trim()
  .max(ANNOTATION_LINK_MAX_CHARACTERS)
  .regex(ANNOTATION_LINK_PATTERN, "a link must start with https://, http://, mailto: or /");
/** WKT in full-resolution slide pixels, y down. */
const geometry = z.string().min(1).max(WKT_MAX_CHARACTERS);
/** Zoom as in `core/geometry/zoom.ts`; null: none stored. */
const zoom = z.number().min(-20).max(40).nullable();

/** A text that may be omitted or null. */
const orEmpty = (text: z.ZodType<string, string>) => text.nullish().transform((value) => value ?? "");

/** An expert's review of a student annotation. */
const annotationReview = z.object({
  state: z.enum(["accepted", "declined"]),
  /** The reviewer's comment; may be empty. */
  comment: z.string(),
  reviewer: z.string(),
  reviewedAt: z.iso.datetime(),
});
export type AnnotationReview = z.output<typeof annotationReview>;

export const annotation = z.object({
  id,
  imageId: id,
  typeId: z.int(),
  title: z.string(),
  content: z.string(),
  link: z.string(),
  zoom,
  /** Computed by the server; null: unknown pixel size, or nothing to measure. */
  measurement: measurement.nullable(),
  includeMeasurement: z.boolean(),
  geometry: z.string(),
  /** Position in the image's order, from 1. */
  order: z.int(),
  author: z.string(),
  isUserOwner: z.boolean(),
  isStudent: z.boolean(),
  isConverted: z.boolean(),
  isStudentMarked: z.boolean(),
  userCanEdit: z.boolean(),
  userCanDelete: z.boolean(),
  workGroupId: id.nullable(),
  /** Review of a student annotation; null: not reviewed yet, or hidden from the caller. */
  review: annotationReview.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Annotation = z.output<typeof annotation>;

export const listAnnotationTypes = {
  method: "GET",
  path: "/v2/annotation/types",
  summary: "List annotation types",
  policy: "seesSite",
  acceptsShare: true,
  query: z.object(shareQuery),
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
} as const satisfies Call;

/** More are not answered as one list; they are requested by view. */
export const ANNOTATIONS_LISTED_MAX = 10_000;

/** Total size of the outlines (well-known text) in one answer. Source: decision 0043. */
export const OUTLINES_IN_ANSWER_MAX_BYTES = 8 * 1024 * 1024;

/**
 * Outlines of a learner's own annotations on one slide, without those in the bin. Far above normal use: 3,000 outlines
 * of 200 vertices are about 11 MB and 600,000 vertices. Source: decision 0043.
 */
export const LEARNER_OUTLINES_MAX_BYTES = 16 * 1024 * 1024;
export const LEARNER_VERTICES_MAX = 1_000_000;
/** Error code if the limit is exceeded. */
export const TOO_MUCH_DRAWN = "tooMuchDrawn";

export const listAnnotations = {
  method: "GET",
  path: "/v2/annotation/item/{itemId}",
  summary: "List the annotations of an image visible to the caller, in order; fails above 10,000 or 8 MB of outlines",
  policy: "seesSite",
  acceptsShare: true,
  params: z.object({ itemId: idText }),
  query: z.object({
    /** With a share: published expert annotations without authors, independent of the filter; none if hidden. */
    ...shareQuery,
    query: z.enum(ANNOTATION_FILTERS).default(DEFAULT_ANNOTATION_FILTER),
    /** Only annotations of this user. */
    userId: idText.optional(),
    /** For the filter `workgroup`; empty: none. */
    workGroupId: z.union([idText, z.literal("").transform(() => undefined)]).optional(),
  }),
  answer: z.array(annotation),
} as const satisfies Call;

/** Annotations returned with their shapes; beyond it the answer has counts per cell. */
export const ANNOTATIONS_IN_VIEW_MAX = 3_000;

/** Limit of view coordinates, slide pixels: a million times the largest slide's side. */
const VIEW_BOUND_MAX_PX = 2 ** 40;
const viewBound = z.number().min(-VIEW_BOUND_MAX_PX).max(VIEW_BOUND_MAX_PX);
const bounds = z.object({ minX: viewBound, minY: viewBound, maxX: viewBound, maxY: viewBound });

export const listAnnotationsInView = {
  method: "POST",
  path: "/v2/annotation/slide/{id}/",
  summary:
    "List the annotations in a region of a slide: shapes, or counts per area if there are too many or their shapes too large",
  policy: "seesSite",
  acceptsShare: true,
  isReading: true,
  params: idParams,
  /** As in `listAnnotations`. */
  query: z.object(shareQuery),
  body: z.strictObject({
    query: z.enum(ANNOTATION_FILTERS).default(DEFAULT_ANNOTATION_FILTER),
    userId: id.optional(),
    /** For the filter `workgroup`; without it the list is empty. */
    workGroupId: id.optional(),
    /** Only the position of this annotation. */
    annotationId: id.optional(),
    /** Slide pixels; default: the whole slide. */
    bounds: bounds.optional(),
    /**
     * Slide pixels per screen pixel: shapes are simplified to what is visible at it; at 1 and below only if they are
     * too large for an answer. If omitted, never simplified.
     */
    resolution: z.number().positive().max(1_000_000).optional(),
  }),
  answer: z.object({
    /** Number matching the filter on the whole slide, independent of the bounds. */
    total: z.int(),
    /** Number matching the filter within the bounds. */
    inView: z.int(),
    /** Whether `annotations` has all those within the bounds; otherwise it is empty; see `density`. */
    isComplete: z.boolean(),
    /** Whether shapes may be simplified; they are measured as drawn, and must not be saved. */
    isSimplified: z.boolean(),
    annotations: z.array(annotation),
    /** Number of annotations per square cell of the slide; empty if `isComplete`. */
    density: z.object({
      /** Side of a cell, slide pixels; a power of two. */
      cellPx: z.number(),
      /** Column and row, counted from the slide's top left corner. */
      cells: z.array(z.object({ column: z.int(), row: z.int(), count: z.int() })),
    }),
  }),
} as const satisfies Call;

export const createAnnotation = {
  method: "POST",
  path: "/v2/annotation",
  summary: "Add an annotation to an image",
  policy: "learn",
  isCreating: true,
  body: z
    .strictObject({
      imageId: id.optional(),
      /** Same as `imageId`; one of the two is required. */
      slideId: id.optional(),
      /** Sent by clients of the earlier interface; ignored. */
      newApi: z.unknown().optional(),
      typeId: z.int(),
      title: orEmpty(title),
      content: orEmpty(content),
      link: orEmpty(link),
      zoom: zoom.default(null),
      geometry,
      /** Value shown by the client; ignored, since the server measures again. */
      measurement: z.unknown().optional(),
      includeMeasurement: z.boolean().default(false),
      workGroupId: id.nullish(),
    })
    .refine(({ imageId, slideId }) => (imageId ?? slideId) !== undefined, {
      path: ["imageId"],
      message: "which image?",
    })
    .refine(({ imageId, slideId }) => imageId === undefined || slideId === undefined || imageId === slideId, {
      path: ["slideId"],
      message: "slideId and imageId must be the same slide",
    })
    .transform(({ imageId, slideId, ...rest }) => ({ ...rest, imageId: (imageId ?? slideId) as number })),
  answer: annotation,
} as const satisfies Call;

export const updateAnnotation = {
  method: "PUT",
  path: "/v2/annotation/{id}",
  summary: "Update an annotation; omitted fields are unchanged",
  policy: "learn",
  params: idParams,
  body: z.strictObject({
    id: id.optional(),
    typeId: z.int().optional(),
    title: title.optional(),
    content: content.optional(),
    link: link.optional(),
    zoom: zoom.optional(),
    geometry: geometry.optional(),
    measurement: z.unknown().optional(),
    includeMeasurement: z.boolean().optional(),
  }),
  answer: annotation,
} as const satisfies Call;

export const deleteAnnotation = {
  method: "DELETE",
  path: "/v2/annotation/{id}",
  summary: "Delete an annotation",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const orderAnnotations = {
  method: "PUT",
  path: "/v2/annotation/image/order",
  summary: "Reorder annotations of an image: the listed ones are put in the given order within their current positions",
  policy: "annotateAsExpert",
  body: z
    .strictObject({
      imageId: id.optional(),
      /** Same as `imageId`; one of the two is required. */
      slideId: id.optional(),
      annotationIds: z.array(id).min(1).max(100_000),
    })
    .refine(({ imageId, slideId }) => (imageId ?? slideId) !== undefined, {
      path: ["imageId"],
      message: "which image?",
    })
    .refine(({ imageId, slideId }) => imageId === undefined || slideId === undefined || imageId === slideId, {
      path: ["slideId"],
      message: "slideId and imageId must be the same slide",
    })
    .refine(({ annotationIds }) => new Set(annotationIds).size === annotationIds.length, {
      path: ["annotationIds"],
      message: "an annotation is listed twice",
    })
    .transform(({ imageId, slideId, annotationIds }) => ({ imageId: (imageId ?? slideId) as number, annotationIds })),
  /** The new positions. */
  answer: z.array(z.object({ id, order: z.int() })),
} as const satisfies Call;

export const convertAnnotation = {
  method: "PUT",
  path: "/v2/annotation/{id}/convert",
  summary: "Convert a student annotation to an expert annotation; the author is unchanged",
  policy: "annotateAsExpert",
  params: idParams,
  answer: annotation,
} as const satisfies Call;

export const publishAnnotation = {
  method: "PUT",
  path: "/v2/annotation/{id}/publish",
  summary: "Publish a student annotation: mark it and add an expert copy",
  policy: "annotateAsExpert",
  params: idParams,
  answer: z.object({
    /** The student annotation, marked. */
    marked: annotation,
    /** The expert copy. */
    published: annotation,
  }),
} as const satisfies Call;

export const ANNOTATION_COMMENT_MAX_CHARACTERS = 2_000;

export const declineAnnotation = {
  method: "PUT",
  path: "/v2/annotation/{id}/decline",
  summary: "Decline a student annotation with a comment to its author",
  policy: "annotateAsExpert",
  params: idParams,
  body: z.strictObject({ comment: z.string().trim().max(ANNOTATION_COMMENT_MAX_CHARACTERS).default("") }),
  answer: annotation,
} as const satisfies Call;

export const reopenAnnotation = {
  method: "PUT",
  path: "/v2/annotation/{id}/reopen",
  summary: "Undo a decline: the annotation returns to the review queue; no effect if it was not declined",
  policy: "annotateAsExpert",
  params: idParams,
  answer: annotation,
} as const satisfies Call;

/** Further ones follow when these are reviewed. */
export const ANNOTATION_REVIEWS_MAX = 200;

export const listAnnotationReviews = {
  method: "GET",
  path: "/v2/annotation/item/{itemId}/review",
  summary:
    "List the 200 oldest unreviewed student annotations of an image (fewer above 8 MB of outlines), with counts per author",
  policy: "annotateAsExpert",
  params: z.object({ itemId: idText }),
  /** Only annotations of this user. */
  query: z.object({ userId: idText.optional() }),
  answer: z.object({
    /** Everyone with unreviewed annotations here, regardless of `userId`. */
    students: z.array(z.object({ id, displayName: z.string(), open: z.int() })),
    /** Oldest first. */
    annotations: z.array(annotation),
  }),
} as const satisfies Call;

const annotationVersion = z.object({
  /** From 1 for the oldest. */
  version: z.int(),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
  /** The action that created it. */
  change: z.enum(["created", "updated", "converted", "published", "restored"]),
  typeId: z.int(),
  title: z.string(),
  content: z.string(),
  link: z.string(),
  geometry: z.string(),
  includeMeasurement: z.boolean(),
});
export type AnnotationVersion = z.output<typeof annotationVersion>;

/** Versions in one answer, besides 2 MiB of outlines; `before` requests older ones. */
export const ANNOTATION_VERSIONS_PAGE_MAX = 50;

export const listAnnotationVersions = {
  method: "GET",
  path: "/v2/annotation/{id}/versions",
  summary: "List versions of an annotation, newest first, in pages of up to 50; there are older ones until version 1",
  policy: "learn",
  params: idParams,
  /** Only versions older than this one. */
  query: z.object({ before: idText.optional() }),
  answer: z.array(annotationVersion),
} as const satisfies Call;

export const restoreAnnotationVersion = {
  method: "POST",
  path: "/v2/annotation/{id}/versions/{version}/restore",
  summary: "Restore an earlier version; the current state is kept as a version",
  policy: "learn",
  params: z.object({ id: idText, version: idText }),
  answer: annotation,
} as const satisfies Call;

/** Deleted annotations can be restored for this long. */
export const ANNOTATION_RESTORE_DAYS = 30;

/** Further ones follow when these are restored or permanently deleted. */
export const DELETED_ANNOTATIONS_MAX = 500;

export const listDeletedAnnotations = {
  method: "GET",
  path: "/v2/annotation/item/{itemId}/deleted",
  summary:
    "List the 500 last deleted annotations of an image that the caller may restore (fewer above 8 MB of outlines), last deleted first",
  policy: "learn",
  params: z.object({ itemId: idText }),
  answer: z.array(
    z.object({
      annotation,
      deletedAt: z.iso.datetime(),
      deletedBy: z.string(),
      restorableUntil: z.iso.datetime(),
    }),
  ),
} as const satisfies Call;

export const restoreAnnotation = {
  method: "POST",
  path: "/v2/annotation/{id}/restore",
  summary: "Restore a deleted annotation at its previous position",
  policy: "learn",
  params: idParams,
  answer: annotation,
} as const satisfies Call;
