/** Whether a point lies in an area, and how far it lies from its outline. */
import type { PixelSizeUm, SlidePoint } from "./slide-point.ts";

/** Outlines and holes of one area; each ring without its first point at the end. */
export type Rings = readonly (readonly SlidePoint[])[];

/** By the even-odd rule: a point in a hole is outside. On the outline itself either answer is possible. */
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
 * @param pixel µm per slide pixel, each axis by its own.
 * @returns µm; infinite without an outline.
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
