import { z } from "zod";
import type { Call } from "../call.contract.ts";
import { WKT_MAX_CHARACTERS } from "../geometry/wkt.ts";
import { id, idParams, idText } from "../platform/ids.ts";
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
/** Another place: http, https, mailto or a path of this site; empty: none. */
const link = z
  .string()
  .trim()
  .max(ANNOTATION_LINK_MAX_CHARACTERS)
  .regex(ANNOTATION_LINK_PATTERN, "a link begins with https://, http://, mailto: or /");
/** WKT in full-resolution slide pixels, y down. */
const geometry = z.string().min(1).max(WKT_MAX_CHARACTERS);
/** Zoom as in `core/geometry/zoom.ts`; null: none kept. */
const zoom = z.number().min(-20).max(40).nullable();

/** A text that may be left out or null. */
const orEmpty = (text: z.ZodType<string, string>) => text.nullish().transform((value) => value ?? "");

export const annotation = z.object({
  id,
  imageId: id,
  typeId: z.int(),
  title: z.string(),
  content: z.string(),
  link: z.string(),
  zoom,
  /** Measured by the server from the geometry and the slide's pixel size; null: the slide has none, or nothing to measure. */
  measurement: measurement.nullable(),
  includeMeasurement: z.boolean(),
  geometry: z.string(),
  /** Place in the image's own order, from 1. */
  order: z.int(),
  author: z.string(),
  isUserOwner: z.boolean(),
  isStudent: z.boolean(),
  isConverted: z.boolean(),
  isStudentMarked: z.boolean(),
  userCanEdit: z.boolean(),
  userCanDelete: z.boolean(),
  workGroupId: id.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Annotation = z.output<typeof annotation>;

export const listAnnotationTypes = {
  method: "GET",
  path: "/v2/annotation/types",
  summary: "The kinds of annotation",
  policy: "seesSite",
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
} as const satisfies Call;

export const listAnnotations = {
  method: "GET",
  path: "/v2/annotation/item/{itemId}",
  summary: "The annotations of an image that the caller may see, in their order",
  policy: "seesSite",
  params: z.object({ itemId: idText }),
  query: z.object({
    query: z.enum(ANNOTATION_FILTERS).default(DEFAULT_ANNOTATION_FILTER),
    /** Only those of this user. */
    userId: idText.optional(),
  }),
  answer: z.array(annotation),
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
      /** The same number as `imageId`; one of the two is needed. */
      slideId: id.optional(),
      /** Sent by clients of the earlier interface; means nothing here. */
      newApi: z.unknown().optional(),
      typeId: z.int(),
      title: orEmpty(title),
      content: orEmpty(content),
      link: orEmpty(link),
      zoom: zoom.default(null),
      geometry,
      /** What the client showed; the server measures by itself. */
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
      message: "slideId and imageId name the same slide here",
    })
    .transform(({ imageId, slideId, ...rest }) => ({ ...rest, imageId: (imageId ?? slideId) as number })),
  answer: annotation,
} as const satisfies Call;

export const updateAnnotation = {
  method: "PUT",
  path: "/v2/annotation/{id}",
  summary: "Change an annotation; fields left out stay as they are",
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
