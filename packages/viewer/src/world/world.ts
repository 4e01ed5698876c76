/**
 * Conversion between slide pixels (y down) and the map's world (y up): the only place where the sign changes.
 *
 * The world's unit is the full-resolution slide pixel, its origin the slide's top left corner; the slide lies below it.
 */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import Projection from "ol/proj/Projection.js";

/** A point in the map's world: full-resolution pixels, origin top left, x right, y up. */
export type WorldPoint = [x: number, y: number] & { readonly space?: "world" };

/** In the map library's order: minX, minY, maxX, maxY; y up. */
export type WorldExtent = [minX: number, minY: number, maxX: number, maxY: number] & { readonly space?: "world" };

/** 0 - y rather than -y: no negative zero. */
export function worldOfSlide([x, y]: SlidePoint): WorldPoint {
  return [x, 0 - y];
}

/** @param coordinate a point in the world as returned by the map library. */
export function slideOfWorld(coordinate: readonly number[]): SlidePoint {
  return [coordinate[0] ?? 0, 0 - (coordinate[1] ?? 0)];
}

export function worldExtentOfBounds(bounds: Bounds): WorldExtent {
  return [bounds.minX, 0 - bounds.maxY, bounds.maxX, 0 - bounds.minY];
}

export function worldExtentOfSlide(slide: { readonly width: number; readonly height: number }): WorldExtent {
  return worldExtentOfBounds({ minX: 0, minY: 0, maxX: slide.width, maxY: slide.height });
}

/** A plane of pixels, without any geographic projection. */
export function worldProjection(slide: { readonly width: number; readonly height: number }): Projection {
  return new Projection({ code: "parfocal:slide", units: "pixels", extent: worldExtentOfSlide(slide) });
}
