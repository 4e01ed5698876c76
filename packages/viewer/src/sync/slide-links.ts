/** Relation between two synchronized slides: which views and points correspond to each other. */

import type { Registration } from "@parfocal/core/geometry/registration.ts";
import {
  followMovement,
  type MovingSlide,
  type PlacedView,
  viewOnOther,
} from "@parfocal/core/geometry/registration-views.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { ViewReach } from "../slide-map.ts";

export interface SlideLink {
  /** View of the other slide that corresponds to a view of this one. */
  viewOnOther(view: PlacedView): PlacedView;
  /** Point of the other slide that corresponds to a point of this one. */
  placeOnOther(point: SlidePoint): SlidePoint;
}

/** Identity. */
export const SAME_SLIDE: SlideLink = { viewOnOther: (view) => view, placeOnOther: (point) => point };

/** For bound slides: by tissue. */
export function linkByTissue(registration: Registration): SlideLink {
  return {
    viewOnOther: (view) => viewOnOther(view, registration),
    placeOnOther: (point) => registration.toOther(point),
  };
}

/**
 * For slides that are not bound: the same distance in µm from these views. Always computed from these, so that errors
 * do not accumulate.
 */
export function linkByMovement(here: MovingSlide, there: MovingSlide): SlideLink {
  const follow = (view: PlacedView): PlacedView => followMovement(there, here, view);
  return { viewOnOther: follow, placeOnOther: (point) => follow({ ...here.view, center: point }).center };
}

const UNKNOWN: PixelSizeUm = { x: 1, y: 1 };

/** Pixel sizes of two slides; if one is unknown, both slides are measured in pixels. */
export function pixelSizesOf(
  here: PixelSizeUm | null,
  there: PixelSizeUm | null,
): { readonly here: PixelSizeUm; readonly there: PixelSizeUm } {
  return here && there ? { here, there } : { here: UNKNOWN, there: UNKNOWN };
}

/**
 * Limits with which a slide can follow another one to every view.
 *
 * @param link from the other slide to this one. @param reach the other slide's own limits.
 */
export function reachThrough(link: SlideLink, { bounds, minResolution, maxResolution }: ViewReach): ViewReach {
  const { minX, minY, maxX, maxY } = bounds;
  const corners = [
    [minX, minY],
    [maxX, minY],
    [minX, maxY],
    [maxX, maxY],
  ] as const;
  const places = corners.map((corner) => link.placeOnOther(corner));
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const scale = link.viewOnOther({ center: [minX, minY], resolution: 1, rotationDeg: 0 }).resolution;
  return {
    bounds: { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) },
    minResolution: minResolution * scale,
    maxResolution: maxResolution * scale,
  };
}

/** The smallest limits that contain all of them. @param reaches at least one. */
export function widestReach(reaches: readonly ViewReach[]): ViewReach {
  return {
    bounds: {
      minX: Math.min(...reaches.map(({ bounds }) => bounds.minX)),
      minY: Math.min(...reaches.map(({ bounds }) => bounds.minY)),
      maxX: Math.max(...reaches.map(({ bounds }) => bounds.maxX)),
      maxY: Math.max(...reaches.map(({ bounds }) => bounds.maxY)),
    },
    minResolution: Math.min(...reaches.map(({ minResolution }) => minResolution)),
    maxResolution: Math.max(...reaches.map(({ maxResolution }) => maxResolution)),
  };
}
