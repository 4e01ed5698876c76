/**
 * What a second slide must show so that it goes along with a first one: by tissue where the two are bound, else by µm.
 *
 * Source: issue "The viewer, the annotator and the case", synchronised views: pan, zoom and rotation follow in µm and not in
 * pixels, in the same frame.
 */
import { type Linear, rotationDegOf, scaleOf, turnBy } from "./linear.ts";
import type { Registration } from "./registration.ts";
import type { PixelSizeUm, SlidePoint } from "./slide-point.ts";

/** What a window shows of a slide, the picture as it is stored. */
export interface PlacedView {
  /** Slide pixels in the middle of the window. */
  readonly center: SlidePoint;
  /** Slide pixels per screen pixel. */
  readonly resolution: number;
  /** How far the stored picture is turned on the screen, clockwise: the slide's own orientation and the viewer's turn. */
  readonly rotationDeg: number;
}

/** Micrometres per screen pixel, the mean of both axes. */
export function umPerScreenPxOf({ resolution }: PlacedView, pixel: PixelSizeUm): number {
  return resolution * Math.sqrt(pixel.x * pixel.y);
}

/**
 * The view of the other slide that shows the same tissue at the same place of the window, as large and as it lies.
 *
 * By a shift or similarity every screen pixel shows the same tissue; by an affine map the middle does, and around it what a
 * turn and one size for all directions can do. A mirrored slide keeps its middle, its size and the direction of its x axis.
 */
export function viewOnOther(view: PlacedView, registration: Registration): PlacedView {
  const { center, resolution, rotationDeg } = view;
  const [originX, originY] = registration.toOther([0, 0]);
  const [rightX, rightY] = registration.toOther([1, 0]);
  const [downX, downY] = registration.toOther([0, 1]);
  // Of pixels to pixels: with pixels that are not square it is what the eye compares.
  const linear: Linear = [rightX - originX, downX - originX, rightY - originY, downY - originY];
  return {
    center: registration.toOther(center),
    resolution: resolution * scaleOf(linear),
    rotationDeg: fullTurn(rotationDeg - rotationDegOf(linear)),
  };
}

export interface MovingSlide {
  readonly view: PlacedView;
  readonly pixelSizeUm: PixelSizeUm;
}

/**
 * The view of a slide that is not bound, after another was moved: as many µm on the screen to the same side, magnified as
 * many times, turned as far. Two that were as large as each other stay so.
 *
 * @param before the slide that was moved, as it was; @param after its view now.
 */
export function followMovement(follower: MovingSlide, before: MovingSlide, after: PlacedView): PlacedView {
  const { view, pixelSizeUm } = follower;
  const movedUm = turnBy(before.view.rotationDeg, [
    (after.center[0] - before.view.center[0]) * before.pixelSizeUm.x,
    (after.center[1] - before.view.center[1]) * before.pixelSizeUm.y,
  ]);
  const [xUm, yUm] = turnBy(-view.rotationDeg, movedUm);
  return {
    center: [view.center[0] + xUm / pixelSizeUm.x, view.center[1] + yUm / pixelSizeUm.y],
    resolution: view.resolution * (after.resolution / before.view.resolution),
    rotationDeg: fullTurn(view.rotationDeg + after.rotationDeg - before.view.rotationDeg),
  };
}

/** A view as large on the screen as another one's, in µm; what is in its middle, and how it is turned, stays. */
export function atScaleOf({ view, pixelSizeUm }: MovingSlide, other: MovingSlide): PlacedView {
  const factor = umPerScreenPxOf(other.view, other.pixelSizeUm) / umPerScreenPxOf(view, pixelSizeUm);
  return { ...view, resolution: view.resolution * factor };
}

/** 0 to under 360. */
const fullTurn = (degrees: number): number => (((degrees % 360) + 360) % 360) + 0;
