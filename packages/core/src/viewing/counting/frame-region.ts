/** Area of a counting frame as a shape on the slide, for tools that work on an area. */

import { turnBy, type Vector } from "../../geometry/linear.ts";
import type { Bounds, Shape } from "../../geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import type { FrameSettings } from "./counting-frame.ts";
import { slideOfFrame } from "./frame-place.ts";
import { type FrameRegion, planAreaMm2, planFrame } from "./frame-plan.ts";

/** Vertices of a polygon that represents a circle; its area equals the circle's. */
const CIRCLE_CORNERS = 64;
/** Maximum number of lattice squares. */
const REGIONS_MAX = 200;
const SQUARE_UM_PER_SQUARE_MM = 1e6;

function cornersOf(region: FrameRegion): Vector[] {
  if (region.kind === "rectangle") {
    const { left, top, width, height } = region;
    return [
      [left, top],
      [left + width, top],
      [left + width, top + height],
      [left, top + height],
    ];
  }
  const { center, radiusUm } = region;
  const stepDeg = 360 / CIRCLE_CORNERS;
  const stepRadians = (2 * Math.PI) / CIRCLE_CORNERS;
  const reach = radiusUm * Math.sqrt(stepRadians / Math.sin(stepRadians));
  return Array.from({ length: CIRCLE_CORNERS }, (_unused, index) => {
    const [x, y] = turnBy(index * stepDeg, [reach, 0]);
    return [center[0] + x, center[1] + y];
  });
}

/** Merges adjacent squares into one area, because their common edges would overlap. */
function joined(regions: readonly FrameRegion[], [halfWidth, halfHeight]: Vector, areaMm2: number) {
  const boxUm2 = 4 * halfWidth * halfHeight;
  const isWhole = regions.length > 1 && Math.abs(areaMm2 * SQUARE_UM_PER_SQUARE_MM - boxUm2) < 1e-6 * boxUm2;
  if (!isWhole) return regions;
  return [
    { kind: "rectangle", left: -halfWidth, top: -halfHeight, width: 2 * halfWidth, height: 2 * halfHeight },
  ] as const;
}

/** Clips a convex ring to the box. Source: I. E. Sutherland and G. W. Hodgman, CACM 17 (1974) 32-42. */
function clipped(ring: readonly SlidePoint[], { minX, minY, maxX, maxY }: Bounds): SlidePoint[] {
  const sides: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, minX, 1],
    [0, maxX, -1],
    [1, minY, 1],
    [1, maxY, -1],
  ];
  let clipped = [...ring];
  for (const [axis, limit, sign] of sides) {
    const isIn = (point: SlidePoint): boolean => sign * (point[axis] - limit) >= 0;
    const next: SlidePoint[] = [];
    for (const [index, to] of clipped.entries()) {
      const from = clipped.at(index - 1)!;
      if (isIn(from) !== isIn(to)) {
        const share = (limit - from[axis]) / (to[axis] - from[axis]);
        const other = from[1 - axis]! + share * (to[1 - axis]! - from[1 - axis]!);
        next.push(axis === 0 ? [limit, other] : [other, limit]);
      }
      if (isIn(to)) next.push(to);
    }
    clipped = next;
  }
  return clipped;
}

interface FrameOnSlide {
  readonly pixelSizeUm: PixelSizeUm;
  /** Used for a frame that follows the view. */
  readonly viewCenter: SlidePoint;
  /** Slide pixels. */
  readonly slide: { readonly width: number; readonly height: number };
}

/** @returns slide pixels, clipped to the slide; null: the frame has no area there, or too many squares. */
export function frameRegion(frame: FrameSettings, { pixelSizeUm, viewCenter, slide }: FrameOnSlide): Shape | null {
  const plan = planFrame(frame);
  if (plan.regions.length > REGIONS_MAX) return null;
  const place = { center: frame.center ?? viewCenter, turnDeg: frame.turnDeg, pixelSizeUm };
  const box = { minX: 0, minY: 0, maxX: slide.width, maxY: slide.height };
  const polygons = joined(plan.regions, plan.half, planAreaMm2(plan) ?? 0)
    .map((region) =>
      clipped(
        cornersOf(region).map((corner) => slideOfFrame(place, corner)),
        box,
      ),
    )
    .filter((ring) => ring.length > 2)
    .map((ring) => [ring]);
  const [only] = polygons;
  if (!only) return null;
  return polygons.length === 1 ? { kind: "polygon", rings: only } : { kind: "multiPolygon", polygons };
}
