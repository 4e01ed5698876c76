/** The underlying map: a slide's tiles in a view that can be moved by mouse, pen and touch. */
import type { PlacedView } from "@parfocal/core/geometry/registration-views.ts";
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { MINIMUM_RESOLUTION } from "@parfocal/core/geometry/zoom.ts";
import { altShiftKeysOnly } from "ol/events/condition.js";
import DoubleClickZoom from "ol/interaction/DoubleClickZoom.js";
import DragPan from "ol/interaction/DragPan.js";
import DragRotate from "ol/interaction/DragRotate.js";
import MouseWheelZoom from "ol/interaction/MouseWheelZoom.js";
import PinchRotate from "ol/interaction/PinchRotate.js";
import PinchZoom from "ol/interaction/PinchZoom.js";
import OpenLayersMap from "ol/Map.js";
import View from "ol/View.js";
import { prefersReducedMotion } from "./panel.ts";
import { radiansOf } from "./rotation/rotation.ts";
import type { SlideDescription } from "./slide-description.ts";
import { SlideTileLayer } from "./tiles/slide-tile-layer.ts";
import { MAX_TILES_LOADING, type SlideTileSource } from "./tiles/slide-tile-source.ts";
import { FlickKinetic, startsPan, TimedPan } from "./timed-pan.ts";
import { worldExtentOfBounds, worldOfSlide, worldProjection } from "./world/world.ts";

/** Duration of a move by key or button, ms; 0 for users who prefer reduced motion. */
export const MOVE_DURATION_MS = 150;
/** Longer side of the slide at the smallest zoom, CSS px. */
const SMALLEST_SLIDE_PX = 96;
/** Maximum movement of a click, CSS px. */
const MOVE_TOLERANCE_PX = 3;
/**
 * A flick slows down at this rate (px/ms²), starts above this speed (px/ms), measured over this time (ms): the
 * library's default values.
 */
const KINETIC = { decay: -0.005, minVelocity: 0.05, delayMs: 100 } as const;

export function moveDurationMs(): number {
  return prefersReducedMotion() ? 0 : MOVE_DURATION_MS;
}

/**
 * The resolution at the smallest zoom. The map library counts in doublings from here and would not reach core's minimum
 * resolution if it were not one of them.
 *
 * @returns slide pixels per CSS px, MINIMUM_RESOLUTION times a power of two.
 */
export function maximumResolution(slide: { readonly width: number; readonly height: number }): number {
  const neededResolution = Math.max(slide.width, slide.height) / SMALLEST_SLIDE_PX;
  return wholeDoublings(MINIMUM_RESOLUTION, neededResolution);
}

/** The smallest power of two times `minimum` that is not below `neededResolution`, at least twice the minimum. */
export function wholeDoublings(minimum: number, neededResolution: number): number {
  return minimum * 2 ** Math.max(1, Math.ceil(Math.log2(neededResolution / minimum)));
}

export function createSlideMap(target: HTMLElement, slide: SlideDescription, source: SlideTileSource): OpenLayersMap {
  const isStill = prefersReducedMotion();
  const duration = moveDurationMs();
  return new OpenLayersMap({
    target,
    controls: [],
    layers: [new SlideTileLayer(slide, source)],
    maxTilesLoading: MAX_TILES_LOADING,
    moveTolerance: MOVE_TOLERANCE_PX,
    interactions: [
      new DragRotate({ condition: altShiftKeysOnly, duration }),
      new DoubleClickZoom({ duration }),
      isStill ? new DragPan({ condition: startsPan }) : new TimedPan(new FlickKinetic(KINETIC)),
      new PinchRotate({ duration }),
      new PinchZoom({ duration }),
      new MouseWheelZoom({ duration }),
    ],
    view: createMapView(slide, ownReach(slide), {
      center: [slide.width / 2, slide.height / 2],
      resolution: Math.max(slide.width, slide.height) / target.clientWidth || 1,
      rotationDeg: 0,
    }),
  });
}

/** Limits of moving and zooming a slide. */
export interface ViewReach {
  /** Allowed positions of the middle of the view, slide pixels. */
  readonly bounds: Bounds;
  /** Slide pixels per CSS px, smallest and largest. */
  readonly minResolution: number;
  readonly maxResolution: number;
}

/** For a single slide: within the slide, from its smallest zoom to core's minimum resolution. */
export function ownReach(slide: { readonly width: number; readonly height: number }): ViewReach {
  return {
    bounds: { minX: 0, minY: 0, maxX: slide.width, maxY: slide.height },
    minResolution: MINIMUM_RESOLUTION,
    maxResolution: maximumResolution(slide),
  };
}

/** `SlideView.settleTurn` keeps rotations in steps: the library's own constraint does not allow free rotation. */
export function createMapView(slide: SlideDescription, reach: ViewReach, shown: PlacedView): View {
  return new View({
    projection: worldProjection(slide),
    extent: worldExtentOfBounds(reach.bounds),
    constrainOnlyCenter: true,
    smoothExtentConstraint: false,
    smoothResolutionConstraint: false,
    center: worldOfSlide(shown.center),
    resolution: shown.resolution,
    rotation: radiansOf(shown.rotationDeg),
    minResolution: reach.minResolution,
    maxResolution: reach.maxResolution,
    constrainRotation: false,
  });
}
