/**
 * View of a second slide that follows a first one: by tissue if the two are bound, otherwise by µm.
 *
 * Source: issue "The viewer, the annotator and the case", synchronised views: pan, zoom and rotation follow in µm and
 * not in pixels, in the same frame.
 */
import { type Linear, rotationDegOf, scaleOf, turnBy } from "./linear.ts";
import type { Registration } from "./registration.ts";
import type { PixelSizeUm, SlidePoint } from "./slide-point.ts";

/** View of a slide, in the stored image's orientation. */
export interface PlacedView {
  /** Slide pixels at the centre of the window. */
  readonly center: SlidePoint;
  /** Slide pixels per screen pixel. */
  readonly resolution: number;
  /** Rotation of the stored image on the screen, clockwise: the slide's orientation plus the viewer's rotation. */
  readonly rotationDeg: number;
}

/** Micrometres per screen pixel, mean of both axes. */
export function umPerScreenPxOf({ resolution }: PlacedView, pixel: PixelSizeUm): number {
  return resolution * Math.sqrt(pixel.x * pixel.y);
}

/**
 * The view of the other slide that shows the same tissue at the same position, scale and rotation.
 *
 * With a shift or similarity every screen pixel shows the same tissue. With an affine map the centre does, and the rest
 * follows as well as a rotation and a uniform scale allow. A mirrored slide keeps its centre, its scale and the
 * direction of its x axis.
 */
export function viewOnOther(view: PlacedView, registration: Registration): PlacedView {
  const { center, resolution, rotationDeg } = view;
  const [originX, originY] = registration.toOther([0, 0]);
  const [rightX, rightY] = registration.toOther([1, 0]);
  const [downX, downY] = registration.toOther([0, 1]);
  // Maps pixels to pixels: with non-square pixels this is what the user sees.
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
 * View of an unbound slide after another one was moved: the same shift in µm on the screen, the same zoom factor and
 * rotation. Slides shown at the same scale keep the same scale.
 *
 * @param before the moved slide's previous view. @param after its current view.
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

/** A view at the same scale (µm per screen pixel) as another one; centre and rotation are unchanged. */
export function atScaleOf({ view, pixelSizeUm }: MovingSlide, other: MovingSlide): PlacedView {
  const factor = umPerScreenPxOf(other.view, other.pixelSizeUm) / umPerScreenPxOf(view, pixelSizeUm);
  return { ...view, resolution: view.resolution * factor };
}

/** Normalizes to the range 0 to less than 360. */
const fullTurn = (degrees: number): number => (((degrees % 360) + 360) % 360) + 0;
