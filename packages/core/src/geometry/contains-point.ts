/** Point-in-area test, and distance from a point to the outline. */
import type { PixelSizeUm, SlidePoint } from "./slide-point.ts";

/** Outlines and holes of an area; rings do not repeat their first point at the end. */
export type Rings = readonly (readonly SlidePoint[])[];

/** Even-odd rule: a point in a hole is outside. For a point on the outline the result is unspecified. */
export function containsPoint(rings: Rings, [x, y]: SlidePoint): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (let index = 0; index < ring.length; index += 1) {
      const [x0, y0] = ring[index] as SlidePoint;
      const [x1, y1] = ring[(index + 1) % ring.length] as SlidePoint;
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside;
    }
  }
  return isInside;
}

/**
 * Distance of a point from the nearest outline, holes included.
 *
 * @param pixel µm per slide pixel, separately for each axis.
 * @returns µm; infinite if there are no rings.
 */
export function distanceToOutlineUm(rings: Rings, point: SlidePoint, pixel: PixelSizeUm): number {
  let nearestUm = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    for (let index = 0; index < ring.length; index += 1) {
      const start = ring[index] as SlidePoint;
      const end = ring[(index + 1) % ring.length] as SlidePoint;
      nearestUm = Math.min(nearestUm, distanceToEdgeUm(start, end, point, pixel));
    }
  }
  return nearestUm;
}

function distanceToEdgeUm([x0, y0]: SlidePoint, [x1, y1]: SlidePoint, [x, y]: SlidePoint, pixel: PixelSizeUm): number {
  const [edgeX, edgeY] = [(x1 - x0) * pixel.x, (y1 - y0) * pixel.y];
  const [toX, toY] = [(x - x0) * pixel.x, (y - y0) * pixel.y];
  const squared = edgeX * edgeX + edgeY * edgeY;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (toX * edgeX + toY * edgeY) / squared));
  return Math.hypot(toX - along * edgeX, toY - along * edgeY);
}
