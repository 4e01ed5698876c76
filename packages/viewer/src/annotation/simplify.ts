/** Simplifies freehand lines: invisibly, and further if there would be too many points. */
import { simplifyPath } from "@parfocal/core/geometry/simplify.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { WKT_MAX_POINTS } from "@parfocal/core/geometry/wkt.ts";

/** A freehand line may be moved by so much, CSS px. */
export const SIMPLIFY_TOLERANCE_PX = 1;

/** Half of the points that a geometry may have: room for later changes. */
const FREEHAND_MAX_POINTS = WKT_MAX_POINTS / 2;

/** Simplifies ever more until few enough points are left to be stored. */
export function simplifyToLimit(path: readonly SlidePoint[], tolerance: number): readonly SlidePoint[] {
  let current = simplifyPath(path, tolerance);
  for (let wider = tolerance * 2; current.length > FREEHAND_MAX_POINTS; wider *= 2) current = simplifyPath(path, wider);
  return current;
}
