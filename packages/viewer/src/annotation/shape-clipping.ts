/**
 * Areas joined, cut from one another and laid over one another. The result never crosses itself.
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

/** Rings of no area are left out: a line that goes forth and back. */
const RING_MIN_POINTS = 3;

const geomOf = (shape: AreaShape): Geom =>
  polygonsOf(shape).map((rings) => rings.map((ring) => ring.map(([x, y]): [number, number] => [x, y])));

/** @returns null: nothing is left. */
function shapeOf(polygons: Polygons): AreaShape | null {
  const open = polygons.map((rings) => rings.map(withoutLast).filter((ring) => ring.length >= RING_MIN_POINTS));
  const left = open.filter((rings) => rings.length > 0);
  const [only] = left;
  if (!only) return null;
  return left.length === 1 ? { kind: "polygon", rings: only } : { kind: "multiPolygon", polygons: left };
}

/** The library repeats a ring's first point at its end; a shape of ours does not. */
function withoutLast(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  return first && last && first[0] === last[0] && first[1] === last[1] ? ring.slice(0, -1) : ring;
}

/** So far an area is moved aside where the library gets stuck at edges that all but lie on one another, slide pixels. */
const NUDGES_PX = [0, 0.003, -0.007, 0.013, 0.031];

/**
 * Tries with the other areas moved by a hair, which nobody sees, until the library finds its way round.
 *
 * @throws what the library threw the last time.
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

/** All that at least one covers. @returns null for none, or areas of nothing. */
export function unionOf(shapes: readonly AreaShape[]): AreaShape | null {
  const [first, ...others] = shapes;
  return first ? clipped(first, others, union) : null;
}

/** What the first covers and no other does. */
export function differenceOf(shape: AreaShape, others: readonly AreaShape[]): AreaShape | null {
  return clipped(shape, others, difference);
}

/** What all cover. */
export function intersectionOf(shapes: readonly AreaShape[]): AreaShape | null {
  const [first, ...others] = shapes;
  return first ? clipped(first, others, intersection) : null;
}

/**
 * The same area without crossings: of an outline that crosses itself, what lies inside by the even-odd rule.
 *
 * @returns null: it has no inside.
 */
export function repaired(shape: AreaShape): AreaShape | null {
  return unionOf([shape]);
}

/**
 * With as few vertices as keep the outline within the tolerance; where it would cross itself by that, it is mended.
 *
 * @param tolerance slide pixels.
 */
export function simplifiedArea(shape: AreaShape, tolerance: number): AreaShape {
  const simple = simplifyShape(shape, tolerance);
  if (!isArea(simple)) return shape;
  return findSelfCrossing(simple) ? (repaired(simple) ?? shape) : simple;
}

/** A shape of any kind with fewer vertices; points stay. @param tolerance slide pixels. */
export function simplifiedShape(shape: Shape, tolerance: number): Shape {
  return isArea(shape) ? simplifiedArea(shape, tolerance) : simplifyShape(shape, tolerance);
}
