/**
 * Scores an annotation question: the share of its regions that were found.
 *
 * Source: spec decisions, "Quizzes", "Evaluation": each answer option is a region drawn by the teacher; a point counts
 * if it lies in the region, a drawing if it overlaps the region by IoU >= 0.5. Marks outside all regions are
 * subtracted, as wrong ticks are; otherwise a slide full of marks would earn all points (docs/decisions/0072).
 */
import { containsPoint, distanceToOutlineUm, type Rings } from "../../geometry/contains-point.ts";
import { intersectionOverUnion, overlapPx2 } from "../../geometry/overlap-area.ts";
import { boundsOf, type Shape } from "../../geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import { NOTHING, type Share } from "./points.ts";

const OVERLAP_MIN = 0.5;
/** A point this near to the outline counts as inside, because outlines are drawn by hand. */
const POINT_TOLERANCE_UM = 1;
/** Number of samples along a drawn line. */
const LINE_SAMPLES = 512;

/** @param pixel null: the pixel size is unknown, and there is no tolerance. */
export function gradeRegions(regions: readonly Shape[], marks: readonly Shape[], pixel: PixelSizeUm | null): Share {
  if (regions.length === 0) return NOTHING;
  const found = new Set<number>();
  let misses = 0;
  for (const mark of marks) {
    const hit = regions.flatMap((region, index) => (isHit(region, mark, pixel) ? [index] : []));
    for (const index of hit) found.add(index);
    if (hit.length === 0) misses += 1;
  }
  return { numerator: Math.max(0, found.size - misses), denominator: regions.length };
}

/**
 * A point counts by position, an area by overlap; a line counts if at least half of its length is in the region. If a
 * mark has several points, lines or areas, at least half of them must count.
 */
export function isHit(region: Shape, mark: Shape, pixel: PixelSizeUm | null): boolean {
  const rings = ringsOf(region);
  if (rings.length === 0) return false;
  switch (mark.kind) {
    case "point":
      return isPointIn(rings, mark.point, pixel);
    case "multiPoint":
      return isHalf(mark.points.map((point) => isPointIn(rings, point, pixel)));
    case "line":
      return isLineIn(rings, [mark.path]);
    case "multiLine":
      return isLineIn(rings, mark.paths);
    case "polygon":
    case "multiPolygon":
      return isAreaOver(region, mark);
  }
}

function ringsOf(shape: Shape): Rings {
  if (shape.kind === "polygon") return shape.rings;
  return shape.kind === "multiPolygon" ? shape.polygons.flat() : [];
}

const isHalf = (hits: readonly boolean[]): boolean => hits.length > 0 && hits.filter(Boolean).length * 2 >= hits.length;

const isPointIn = (rings: Rings, point: SlidePoint, pixel: PixelSizeUm | null): boolean =>
  containsPoint(rings, point) || (pixel !== null && distanceToOutlineUm(rings, point, pixel) <= POINT_TOLERANCE_UM);

/** Samples the middle of equal parts of its length. */
function isLineIn(rings: Rings, paths: readonly (readonly SlidePoint[])[]): boolean {
  const pieces = paths.flatMap((path) =>
    path.slice(1).map((end, index) => {
      const start = path[index] as SlidePoint;
      return { start, end, length: Math.hypot(end[0] - start[0], end[1] - start[1]) };
    }),
  );
  const total = pieces.reduce((sum, { length }) => sum + length, 0);
  if (total === 0) return false;
  let inside = 0;
  let taken = 0;
  let piece = 0;
  for (let sample = 0; sample < LINE_SAMPLES; sample += 1) {
    const at = ((sample + 0.5) * total) / LINE_SAMPLES;
    while (piece < pieces.length - 1 && taken + (pieces[piece]?.length ?? 0) < at) {
      taken += pieces[piece]?.length ?? 0;
      piece += 1;
    }
    const { start, end, length } = pieces[piece] as (typeof pieces)[number];
    const along = length === 0 ? 0 : (at - taken) / length;
    const point: SlidePoint = [start[0] + (end[0] - start[0]) * along, start[1] + (end[1] - start[1]) * along];
    if (containsPoint(rings, point)) inside += 1;
  }
  return inside * 2 >= LINE_SAMPLES;
}

function isAreaOver(region: Shape, mark: Shape): boolean {
  const [a, b] = [boundsOf(region), boundsOf(mark)];
  if (a.maxX <= b.minX || b.maxX <= a.minX || a.maxY <= b.minY || b.maxY <= a.minY) return false;
  return intersectionOverUnion(overlapPx2(ringsOf(region), ringsOf(mark))) >= OVERLAP_MIN;
}
