/**
 * Union, difference and intersection of areas. The result never crosses itself.
 *
 * Source: Martínez, Rueda and Feito 2009, "A new algorithm for computing Boolean operations on polygons", Computers &
 * Geosciences 35; by polyclip-ts.
 */
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { simplifyShape } from "@parfocal/core/geometry/simplify.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { difference, type Geom, intersection, union } from "polyclip-ts";
import { mapVertices } from "./shape-paths.ts";

type Ring = readonly SlidePoint[];
type Polygons = readonly (readonly Ring[])[];
export type AreaShape = Extract<Shape, { kind: "polygon" | "multiPolygon" }>;

export const isArea = (shape: Shape): shape is AreaShape => shape.kind === "polygon" || shape.kind === "multiPolygon";

const polygonsOf = (shape: AreaShape): Polygons => (shape.kind === "polygon" ? [shape.rings] : shape.polygons);

/** Omits rings without area, such as a line that returns on itself. */
const RING_MIN_POINTS = 3;

const geomOf = (shape: AreaShape): Geom =>
  polygonsOf(shape).map((rings) => rings.map((ring) => ring.map(([x, y]): [number, number] => [x, y])));

/** @returns null if nothing is left. */
function shapeOf(polygons: Polygons): AreaShape | null {
  const open = polygons.map((rings) => rings.map(withoutLast).filter((ring) => ring.length >= RING_MIN_POINTS));
  const left = open.filter((rings) => rings.length > 0);
  const [only] = left;
  if (!only) return null;
  return left.length === 1 ? { kind: "polygon", rings: only } : { kind: "multiPolygon", polygons: left };
}

/** The library repeats a ring's first point at its end; our shapes do not. */
function withoutLast(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  return first && last && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

/** Offset of an area if the library fails on nearly coincident edges, slide pixels. */
const NUDGES_PX = [0, 0.003, -0.007, 0.013, 0.031];

/**
 * Retries with the other areas moved by an invisible distance until the library succeeds.
 *
 * @throws the library's last error.
 */
function clipped(
  first: AreaShape,
  others: readonly AreaShape[],
  clip: (first: Geom, ...others: Geom[]) => Geom,
): AreaShape | null {
  let failure: unknown;
  for (const nudge of NUDGES_PX) {
    const moved = others.map((other) => mapVertices(other, ([x, y]) => [x + nudge, y - nudge / 2]) as AreaShape);
    try {
      return shapeOf(clip(geomOf(first), ...moved.map(geomOf)) as Polygons);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Union. @returns null if there are no areas, or only empty ones. */
export function unionOf(shapes: readonly AreaShape[]): AreaShape | null {
  const [first, ...others] = shapes;
  return first ? clipped(first, others, union) : null;
}

/** The first area without all others. */
export function differenceOf(shape: AreaShape, others: readonly AreaShape[]): AreaShape | null {
  return clipped(shape, others, difference);
}

/** Intersection. */
export function intersectionOf(shapes: readonly AreaShape[]): AreaShape | null {
  const [first, ...others] = shapes;
  return first ? clipped(first, others, intersection) : null;
}

/**
 * The same area without self-intersections: the inside of a self-intersecting outline by the even-odd rule.
 *
 * @returns null if the area is empty.
 */
export function repaired(shape: AreaShape): AreaShape | null {
  return unionOf([shape]);
}

/**
 * Simplified within the tolerance; a resulting self-intersection is repaired.
 *
 * @param tolerance slide pixels.
 */
export function simplifiedArea(shape: AreaShape, tolerance: number): AreaShape {
  const simple = simplifyShape(shape, tolerance);
  if (!isArea(simple)) return shape;
  return findSelfCrossing(simple) ? (repaired(simple) ?? shape) : simple;
}

/** A simplified shape of any type; points are unchanged. @param tolerance slide pixels. */
export function simplifiedShape(shape: Shape, tolerance: number): Shape {
  return isArea(shape) ? simplifiedArea(shape, tolerance) : simplifyShape(shape, tolerance);
}
