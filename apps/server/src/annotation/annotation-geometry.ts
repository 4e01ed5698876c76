/** Checks a drawn geometry before it is kept. */
import { annotationTypeOf } from "@parfocal/core/annotation/annotation-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { type Bounds, boundsOf } from "@parfocal/core/geometry/shape.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotationPlace } from "./annotation.queries.ts";

interface SlideSize {
  readonly width: number | null;
  readonly height: number | null;
}

/** How far outside the picture something may be drawn, in slide sides. */
const MARGIN_SIDES = 1;

function isNearSlide(bounds: Bounds, { width, height }: SlideSize): boolean {
  if (width === null || height === null) return true;
  const marginX = width * MARGIN_SIDES;
  const marginY = height * MARGIN_SIDES;
  return (
    bounds.minX >= -marginX &&
    bounds.minY >= -marginY &&
    bounds.maxX <= width + marginX &&
    bounds.maxY <= height + marginY
  );
}

/**
 * @returns the geometry in our own spelling, with the box around it.
 * @throws AppError `invalid` with a sentence that says what is wrong with it.
 */
export function readAnnotationGeometry(wkt: string, typeId: number, slide: SlideSize): AnnotationPlace {
  const type = annotationTypeOf(typeId);
  if (!type) throw new AppError("invalid", "There is no such annotation type.", { codes: ["typeId"] });
  const result = parseWkt(wkt);
  if (!result.ok) throw new AppError("invalid", result.problem, { codes: ["geometry"] });
  const { shape } = result;
  if (!(type.geometry as readonly string[]).includes(shape.kind)) {
    throw new AppError("invalid", `A ${shape.kind} cannot be an annotation of type ${type.name}.`, {
      codes: ["geometry"],
    });
  }
  const bounds = boundsOf(shape);
  if (!isNearSlide(bounds, slide))
    throw new AppError("invalid", "The geometry lies outside the slide.", { codes: ["geometry"] });
  return { geometry: formatWkt(shape), min_x: bounds.minX, min_y: bounds.minY, max_x: bounds.maxX, max_y: bounds.maxY };
}
