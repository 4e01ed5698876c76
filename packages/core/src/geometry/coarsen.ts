/** A simplified shape of limited text length, stored beside the original so that views need not read large outlines. */
import { type Bounds, boundsOf, type Shape, verticesOf } from "./shape.ts";
import { simplifyShape } from "./simplify.ts";
import type { SlidePoint } from "./slide-point.ts";
import { formatWkt } from "./wkt.ts";

interface CoarseShape {
  readonly shape: Shape;
  readonly wkt: string;
  /** Maximum distance from the original shape, slide pixels; parts smaller than this may be missing. */
  readonly tolerancePx: number;
}

/** Initial tolerance, as a fraction of the longer side of the shape. */
const FIRST_TOLERANCE_SIDES = 1 / 4096;
const TOLERANCE_STEP = 4;
/** "1 2," */
const MIN_CHARACTERS_A_VERTEX = 4;

/**
 * Returns the finest of several simplifications that fits.
 *
 * @param maxCharacters limit of the well-known text; at least about 200.
 * @returns null if not even a single triangle or segment fits.
 */
export function coarsenShape(drawn: Shape, maxCharacters: number): CoarseShape | null {
  const sidePx = longerSideOf(boundsOf(drawn));
  let shape = drawn;
  let tolerancePx = 0;
  for (let stepPx = sidePx * FIRST_TOLERANCE_SIDES; ; stepPx *= TOLERANCE_STEP) {
    shape = withoutSmallParts(simplifyShape(shape, stepPx), stepPx);
    // Each step starts from the one before, so their tolerances add up.
    tolerancePx += stepPx;
    if (verticesOf(shape).length * MIN_CHARACTERS_A_VERTEX <= maxCharacters) {
      const wkt = formatWkt(shape);
      if (wkt.length <= maxCharacters) return { shape, wkt, tolerancePx };
    }
    if (stepPx > sidePx || sidePx === 0) return null;
  }
}

const longerSideOf = ({ minX, minY, maxX, maxY }: Bounds): number => Math.max(maxX - minX, maxY - minY);

const sideOfPath = (path: readonly SlidePoint[]): number => longerSideOf(boundsOf({ kind: "line", path }));

/** The parts of at least a minimum size; the largest one if there are none. */
function largeOnes<Part>(parts: readonly Part[], sizeOf: (part: Part) => number, minSize: number): readonly Part[] {
  const sizes = parts.map(sizeOf);
  const large = parts.filter((_, index) => (sizes[index] as number) >= minSize);
  if (large.length > 0) return large;
  let largest = 0;
  for (const [index, size] of sizes.entries()) if (size > (sizes[largest] as number)) largest = index;
  return parts.slice(largest, largest + 1);
}

const sideOfRings = ([outline = []]: readonly (readonly SlidePoint[])[]): number => sideOfPath(outline);

const withoutSmallHoles = ([outline = [], ...holes]: readonly (readonly SlidePoint[])[], minPx: number) => [
  outline,
  ...holes.filter((hole) => sideOfPath(hole) >= minPx),
];

function withoutSmallParts(shape: Shape, minPx: number): Shape {
  switch (shape.kind) {
    case "point":
    case "line":
      return shape;
    case "multiPoint":
      return { kind: "multiPoint", points: oneAPlace(shape.points, minPx) };
    case "multiLine":
      return { kind: "multiLine", paths: largeOnes(shape.paths, sideOfPath, minPx) };
    case "polygon":
      return { kind: "polygon", rings: withoutSmallHoles(shape.rings, minPx) };
    case "multiPolygon": {
      const polygons = largeOnes(shape.polygons, sideOfRings, minPx);
      return { kind: "multiPolygon", polygons: polygons.map((rings) => withoutSmallHoles(rings, minPx)) };
    }
  }
}

/** The first of the points in each grid cell. @param cellPx greater than 0. */
function oneAPlace(points: readonly SlidePoint[], cellPx: number): readonly SlidePoint[] {
  const taken = new Set<string>();
  return points.filter(([x, y]) => {
    const place = `${Math.floor(x / cellPx)} ${Math.floor(y / cellPx)}`;
    if (taken.has(place)) return false;
    taken.add(place);
    return true;
  });
}
