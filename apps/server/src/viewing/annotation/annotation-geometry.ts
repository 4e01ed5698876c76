/** Checks a drawn geometry before it is stored. */
import {
  ANNOTATIONS_IN_VIEW_MAX,
  OUTLINES_IN_ANSWER_MAX_BYTES,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { annotationTypeOf } from "@parfocal/core/annotation/annotation-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { coarsenShape } from "@parfocal/core/geometry/coarsen.ts";
import { sizeInPixels } from "@parfocal/core/geometry/measurement.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import { type Bounds, boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotationPlace } from "./annotation.queries.ts";

interface SlideSize {
  readonly width: number | null;
  readonly height: number | null;
}

/** Allowed distance outside the slide, in slide sides. */
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

const refuse = (message: string, ...codes: string[]) => new AppError("invalid", message, { codes });

/** A position for people: in whole pixels. */
const placeText = ([x, y]: readonly [number, number]) => `x ${Math.round(x)}, y ${Math.round(y)}`;

function readShape(wkt: string): Shape {
  const result = parseWkt(wkt);
  if (!result.ok) throw refuse(result.problem, "geometry");
  return result.shape;
}

/** `ANNOTATIONS_IN_VIEW_MAX` coarse outlines must fit in one answer: each has at most its share of the bytes. */
const COARSE_MAX_CHARACTERS = Math.floor(OUTLINES_IN_ANSWER_MAX_BYTES / ANNOTATIONS_IN_VIEW_MAX);

/** The stored columns of a valid shape. */
export function placeOfShape(shape: Shape, { minX, minY, maxX, maxY }: Bounds = boundsOf(shape)): AnnotationPlace {
  const geometry = formatWkt(shape);
  const coarse = geometry.length > COARSE_MAX_CHARACTERS ? coarsenShape(shape, COARSE_MAX_CHARACTERS) : null;
  return {
    geometry,
    coarse_geometry: coarse?.wkt ?? null,
    coarse_px: coarse?.tolerancePx ?? null,
    drawn_size_px: coarse ? sizeInPixels(shape) : null,
    min_x: minX,
    min_y: minY,
    max_x: maxX,
    max_y: maxY,
  };
}

/** For a geometry that was accepted before: only its bounding box, without checks. */
export function placeOfGeometry(wkt: string): AnnotationPlace {
  return placeOfShape(readShape(wkt));
}

/**
 * @returns the geometry in canonical form, with its bounding box.
 * @throws AppError `invalid` with a message about the error.
 */
export function readAnnotationGeometry(wkt: string, typeId: number, slide: SlideSize): AnnotationPlace {
  const type = annotationTypeOf(typeId);
  if (!type) throw refuse("Unknown annotation type.", "typeId");
  const shape = readShape(wkt);
  if (!(type.geometry as readonly string[]).includes(shape.kind)) {
    throw refuse(`A ${shape.kind} cannot be an annotation of type ${type.name}.`, "geometry");
  }
  const bounds = boundsOf(shape);
  if (!isNearSlide(bounds, slide)) throw refuse("The geometry is outside the slide.", "geometry");
  const crossing = findSelfCrossing(shape);
  if (crossing) {
    const where = placeText(crossing.crossesAt);
    const problem = crossing.isCertain ? "crosses itself" : "is too intricate to be looked through,";
    throw refuse(
      `The outline ${problem} at ${where} (slide pixels), so its area cannot be calculated.`,
      "selfCrossing",
    );
  }
  return placeOfShape(shape, bounds);
}
