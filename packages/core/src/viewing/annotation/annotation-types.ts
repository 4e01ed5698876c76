/**
 * Annotation types. The server sends them as ID and name.
 *
 * Source: spec part 1, section 3 (211); part 2, section 9 (2, 8, 201); decisions, "Geometry" (201 and 211 both behave
 * as polygon; the others are this project's additions, above 211).
 */

const ANNOTATION_TYPE_IMAGE_ID = 2;
const ANNOTATION_TYPE_BOUND_POINT_ID = 8;
/** Created by the analysis tool, and in old data. */
export const ANNOTATION_TYPE_ANALYSIS_POLYGON_ID = 201;
/** Drawn in the annotator. */
export const ANNOTATION_TYPE_POLYGON_ID = 211;

/** ID of a new annotation until it is saved. */
export const NEW_ANNOTATION_ID = -1;

export const ANNOTATION_TYPES = [
  { id: ANNOTATION_TYPE_IMAGE_ID, name: "image", geometry: ["point", "polygon"] },
  { id: ANNOTATION_TYPE_BOUND_POINT_ID, name: "bound-point", geometry: ["point"] },
  { id: ANNOTATION_TYPE_ANALYSIS_POLYGON_ID, name: "polygon", geometry: ["polygon", "multiPolygon"] },
  { id: ANNOTATION_TYPE_POLYGON_ID, name: "polygon", geometry: ["polygon", "multiPolygon"] },
  { id: 212, name: "text", geometry: ["point"] },
  { id: 213, name: "point", geometry: ["point", "multiPoint"] },
  { id: 214, name: "line", geometry: ["line", "multiLine"] },
  { id: 215, name: "arrow", geometry: ["line"] },
  { id: 216, name: "rectangle", geometry: ["polygon"] },
  { id: 217, name: "ellipse", geometry: ["polygon"] },
  { id: 218, name: "freehand", geometry: ["polygon", "line"] },
] as const;

export type AnnotationTypeName = (typeof ANNOTATION_TYPES)[number]["name"];
type AnnotationTypeId = (typeof ANNOTATION_TYPES)[number]["id"];

/** Types with a drawing tool, in the order of the tools. */
export const DRAWN_TYPE_NAMES = [
  "point",
  "text",
  "line",
  "arrow",
  "polygon",
  "rectangle",
  "ellipse",
  "freehand",
] as const;
export type DrawnTypeName = (typeof DRAWN_TYPE_NAMES)[number];

/** Undefined if the ID is unknown. */
export function annotationTypeOf(id: number): (typeof ANNOTATION_TYPES)[number] | undefined {
  return ANNOTATION_TYPES.find((type) => type.id === id);
}

/** ID for saving a new annotation of this type; 211 for a polygon. */
export function idOfDrawnType(name: DrawnTypeName): AnnotationTypeId {
  const type = ANNOTATION_TYPES.findLast((candidate) => candidate.name === name);
  if (!type) throw new RangeError(`no annotation type ${name}`);
  return type.id;
}
