/** Annotation type of an imported entry. */

import type { Shape } from "../../geometry/shape.ts";
import { missingAnnotationFields } from "../annotation/annotation-form.ts";
import { annotationTypeOf, type DrawnTypeName, idOfDrawnType } from "../annotation/annotation-types.ts";

const TYPE_OF_SHAPE = {
  point: "point",
  multiPoint: "point",
  line: "line",
  multiLine: "line",
  polygon: "polygon",
  multiPolygon: "polygon",
} as const satisfies Record<Shape["kind"], DrawnTypeName>;

/** The type in the file, if it is one of Parfocal's and valid for this shape and these texts; else null. */
export function fittingTypeId(
  named: unknown,
  shape: Shape,
  texts: { readonly title: string; readonly content: string },
): number | null {
  const type = typeof named === "number" ? annotationTypeOf(named) : undefined;
  if (!type || !(type.geometry as readonly string[]).includes(shape.kind)) return null;
  const isText = type.name === "text";
  return isText && missingAnnotationFields({ typeId: type.id, ...texts }).length > 0 ? null : type.id;
}

export const typeIdOfShape = (shape: Shape): number => idOfDrawnType(TYPE_OF_SHAPE[shape.kind]);

/** The outlines as lines, for a shape that cannot have an area; null: it has no outlines. */
export function outlinesAsLines(shape: Shape): Shape | null {
  const rings = shape.kind === "polygon" ? shape.rings : shape.kind === "multiPolygon" ? shape.polygons.flat() : [];
  const paths = rings.map((ring) => [...ring, ...ring.slice(0, 1)]);
  const [only, ...others] = paths;
  if (!only) return null;
  return others.length === 0 ? { kind: "line", path: only } : { kind: "multiLine", paths };
}
