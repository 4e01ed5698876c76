/** Simplifies freehand lines: invisibly, and more strongly if there would be too many points. */
import { simplifyPath } from "@parfocal/core/geometry/simplify.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { WKT_MAX_POINTS } from "@parfocal/core/geometry/wkt.ts";

/** Tolerance for freehand lines, CSS px. */
export const SIMPLIFY_TOLERANCE_PX = 1;

/** Half of the maximum number of points of a geometry, which leaves room for later changes. */
const FREEHAND_MAX_POINTS = WKT_MAX_POINTS / 2;

/** Increases the tolerance until few enough points are left to be stored. */
export function simplifyToLimit(path: readonly SlidePoint[], tolerance: number): readonly SlidePoint[] {
  let current = simplifyPath(path, tolerance);
  for (let wider = tolerance * 2; current.length > FREEHAND_MAX_POINTS; wider *= 2) current = simplifyPath(path, wider);
  return current;
}
