/** How one slide goes along with another: which view of it belongs to a view of the other, which place to a place. */

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
  /** View of the other slide that belongs to a view of this one. */
  viewOnOther(view: PlacedView): PlacedView;
  /** Place of the other slide that belongs to a place of this one. */
  placeOnOther(point: SlidePoint): SlidePoint;
}

/** A slide with itself. */
export const SAME_SLIDE: SlideLink = { viewOnOther: (view) => view, placeOnOther: (point) => point };

/** Two slides that are bound: by their tissue. */
export function linkByTissue(registration: Registration): SlideLink {
  return {
    viewOnOther: (view) => viewOnOther(view, registration),
    placeOnOther: (point) => registration.toOther(point),
  };
}

/** Two slides that are not: from these views on, as many µm as the other. Reckoned from them each time, so that nothing adds up. */
export function linkByMovement(here: MovingSlide, there: MovingSlide): SlideLink {
  const follow = (view: PlacedView): PlacedView => followMovement(there, here, view);
  return { viewOnOther: follow, placeOnOther: (point) => follow({ ...here.view, center: point }).center };
}

const UNKNOWN: PixelSizeUm = { x: 1, y: 1 };

/** Of two slides; as long as one of them is not known, both are reckoned in pixels. */
export function pixelSizesOf(
  here: PixelSizeUm | null,
  there: PixelSizeUm | null,
): { readonly here: PixelSizeUm; readonly there: PixelSizeUm } {
  return here && there ? { here, there } : { here: UNKNOWN, there: UNKNOWN };
}

/**
 * How far a slide must be able to go so that it can follow another to all that can be seen there.
 *
 * @param link from the other slide to this one. @param reach of the other slide by itself.
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

/** The reach that has all of them in it. @param reaches at least one. */
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
