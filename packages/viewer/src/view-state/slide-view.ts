import type { PlacedView } from "@parfocal/core/geometry/registration-views.ts";
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { maxZoomOf, resolutionOfZoom, zoomOfResolution } from "@parfocal/core/geometry/zoom.ts";
import { easeOut } from "ol/easing.js";
import type OpenLayersMap from "ol/Map.js";
import { FIT_PADDING_PX, fitResolution } from "../fit/fit.ts";
import { degreesOf, leanDegOf, normaliseRotationDeg, radiansOf, rotatedBySteps } from "../rotation/rotation.ts";
import type { SlideDescription } from "../slide-description.ts";
import { createMapView, moveDurationMs, ownReach, type ViewReach, wholeDoublings } from "../slide-map.ts";
import { slideOfWorld, worldOfSlide } from "../world/world.ts";
import type { ViewState } from "./view-state.ts";

/**
 * Delay after a change of the element's size until a fitted view is fitted again, ms. Source: spec part 1, section 9.
 */
export const RESIZE_DELAY_MS = 500;
/** Used until the element has a size, CSS px. */
const FALLBACK_SIZE = [800, 600] as const;

/** A smaller deviation from a rotation step is not a free rotation, degrees. */
const SETTLED_WITHIN_DEG = 1e-6;

/** In the map's frame: point in the world, slide pixels per CSS px, radians clockwise. */
interface MapTarget {
  readonly center?: number[];
  readonly resolution?: number;
  readonly rotation?: number;
}

/**
 * The map's view in terms of the slide: centre in slide pixels, core's zoom, rotation in addition to the orientation.
 */
export class SlideView {
  readonly #map: OpenLayersMap;
  readonly #slide: SlideDescription;
  readonly #maxZoom: number;
  /** Target of the current animation, from which a second key press continues. */
  #target: MapTarget = {};
  /** Target of `fitAgain`: set by `fit`, until the user moves the view. */
  #fittedKey: string | null = null;
  /**
   * Deviation of the rotation from the steps, degrees; only after following another slide with a different rotation.
   */
  #leanDeg = 0;

  constructor(map: OpenLayersMap, slide: SlideDescription) {
    this.#map = map;
    this.#slide = slide;
    this.#maxZoom = maxZoomOf(slide);
  }

  /** Sets the first view; omitted properties fit the slide, at the latest when the element gets its size. */
  start(initial: Partial<ViewState>): void {
    this.#show(initial);
    if (!this.#map.getSize()?.every((side) => side > 0)) this.#map.once("change:size", () => this.#show(initial));
  }

  state(): ViewState {
    const view = this.#map.getView();
    return {
      center: slideOfWorld(view.getCenter() ?? [0, 0]),
      zoom: zoomOfResolution(this.resolution(), this.#maxZoom),
      rotationDeg: normaliseRotationDeg(degreesOf(view.getRotation()) - this.#leanDeg - this.#slide.orientationDeg),
    };
  }

  /** The view in the map's terms: any angle, including the orientation. */
  placed(): PlacedView {
    return {
      center: slideOfWorld(this.#map.getView().getCenter() ?? [0, 0]),
      resolution: this.resolution(),
      rotationDeg: this.turnDeg(),
    };
  }

  /**
   * Shows this view immediately, at any angle. The deviation is kept until a rotation is set: rotating by steps
   * continues from it.
   */
  follow({ center, resolution, rotationDeg }: PlacedView): void {
    this.#leanDeg = leanDegOf(rotationDeg);
    this.#target = {};
    this.#animate(
      { center: worldOfSlide(center), resolution: this.#allowed(resolution), rotation: radiansOf(rotationDeg) },
      false,
    );
  }

  /** @param reach null: the limits of a single slide. */
  setReach(reach: ViewReach | null): void {
    const { bounds, minResolution, maxResolution } = reach ?? ownReach(this.#slide);
    const allowed = { bounds, minResolution, maxResolution: wholeDoublings(minResolution, maxResolution) };
    this.#target = {};
    this.#map.setView(createMapView(this.#slide, allowed, this.placed()));
  }

  /** After a rotation by the user: rotates to the nearest step, plus the deviation of the view. */
  settleTurn(): void {
    if (this.isMoving()) return;
    const turnDeg = this.turnDeg();
    const offDeg = leanDegOf(turnDeg - this.#leanDeg);
    if (Math.abs(offDeg) > SETTLED_WITHIN_DEG) this.#animate({ rotation: radiansOf(turnDeg - offDeg) }, true);
  }

  /** Slide pixels per CSS px. */
  resolution(): number {
    return this.#map.getView().getResolution() ?? 1;
  }

  /** Current total rotation on the screen, clockwise degrees. */
  turnDeg(): number {
    return degreesOf(this.#map.getView().getRotation());
  }

  /** Size of the view, CSS px. */
  size(): readonly [width: number, height: number] {
    const [width = 0, height = 0] = this.#map.getSize() ?? [];
    return width > 0 && height > 0 ? [width, height] : FALLBACK_SIZE;
  }

  isMoving(): boolean {
    const view = this.#map.getView();
    return view.getAnimating() || view.getInteracting();
  }

  move(next: Partial<ViewState>, isAnimated: boolean): void {
    if (next.rotationDeg !== undefined) this.#leanDeg = 0;
    this.#animate(
      {
        ...(next.center ? { center: worldOfSlide(next.center) } : {}),
        ...(next.zoom === undefined ? {} : { resolution: this.#allowed(resolutionOfZoom(next.zoom, this.#maxZoom)) }),
        ...(next.rotationDeg === undefined ? {} : { rotation: this.#turnOf(next.rotationDeg) }),
      },
      isAnimated,
    );
  }

  zoomBy(steps: number): void {
    this.zoomToResolution((this.#target.resolution ?? this.resolution()) / 2 ** steps);
  }

  zoomToResolution(resolution: number): void {
    this.#animate({ resolution: this.#allowed(resolution) }, true);
  }

  /** @param steps of 45 degrees, positive: clockwise. */
  rotateBy(steps: number): void {
    this.#animate({ rotation: this.#turnOf(rotatedBySteps(this.#targetRotationDeg(), steps)) }, true);
  }

  /** Moves by a fraction of the view's sides, right and down positive. */
  panByShare(xShare: number, yShare: number): void {
    const [width, height] = this.size();
    const [x = 0, y = 0] = this.#target.center ?? this.#map.getView().getCenter() ?? [];
    const resolution = this.#target.resolution ?? this.resolution();
    const turn = this.#target.rotation ?? this.#map.getView().getRotation();
    const [right, down] = [xShare * width * resolution, yShare * height * resolution];
    const [slideX, slideY] = slideOfWorld([x, y]);
    const center = worldOfSlide([
      slideX + right * Math.cos(turn) + down * Math.sin(turn),
      slideY - right * Math.sin(turn) + down * Math.cos(turn),
    ]);
    this.#animate({ center: this.#map.getView().getConstrainedCenter(center) ?? center }, true);
  }

  /** Shows the whole slide in its current rotation. */
  fit(isAnimated: boolean): void {
    const rotationDeg = this.#targetRotationDeg();
    this.#animate({ ...this.#fitted(rotationDeg), rotation: this.#turnOf(rotationDeg) }, isAnimated, () =>
      this.#rememberFitted(),
    );
  }

  /** After a change of size: fits the slide again if it was fitted and not moved since. */
  fitAgain(): void {
    if (this.#fittedKey !== null && this.#fittedKey === this.#key()) this.fit(false);
  }

  /**
   * @param zoom preferred zoom, reduced if the bounds would not be completely visible; null: they fill the view, at
   *   most at full resolution.
   * @param coveredLeftPx covered width at the left edge of the view, CSS px: the bounds are shown beside it.
   */
  showBounds(bounds: Bounds, isAnimated: boolean, zoom: number | null = null, coveredLeftPx = 0): void {
    const [fullWidth, height] = this.size();
    const width = Math.max(1, fullWidth - coveredLeftPx);
    const box = { width: bounds.maxX - bounds.minX, height: bounds.maxY - bounds.minY };
    const padding = zoom === null ? Math.min(width, height) / 8 : FIT_PADDING_PX;
    const fitting = fitResolution(box, this.turnDeg(), { width, height }, padding);
    const nearest = zoom === null ? 1 : resolutionOfZoom(zoom, this.#maxZoom);
    const resolution = this.#allowed(Math.max(nearest, fitting));
    const middle = [(bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2] as const;
    this.#animate({ center: this.#centerBeside(middle, resolution, coveredLeftPx), resolution }, isAnimated);
  }

  /** Shows the point in the middle of the view, or of its uncovered part. @param zoom null: unchanged. */
  showPoint(point: SlidePoint, isAnimated: boolean, zoom: number | null = null, coveredLeftPx = 0): void {
    const resolution =
      zoom === null
        ? (this.#target.resolution ?? this.resolution())
        : this.#allowed(resolutionOfZoom(zoom, this.#maxZoom));
    this.#animate({ center: this.#centerBeside(point, resolution, coveredLeftPx), resolution }, isAnimated);
  }

  /**
   * Centre of the view, in the map's frame, that puts a point of the slide in the middle of the part right of
   * `coveredLeftPx`.
   */
  #centerBeside(point: SlidePoint, resolution: number, coveredLeftPx: number): number[] {
    const [x = 0, y = 0] = worldOfSlide(point);
    const rotation = this.#target.rotation ?? this.#map.getView().getRotation();
    const offset = (coveredLeftPx / 2) * resolution;
    return [x - offset * Math.cos(rotation), y - offset * Math.sin(rotation)];
  }

  #show(initial: Partial<ViewState>): void {
    const rotationDeg = normaliseRotationDeg(initial.rotationDeg ?? 0);
    const fitted = this.#fitted(rotationDeg);
    const resolution =
      initial.zoom === undefined ? fitted.resolution : this.#allowed(resolutionOfZoom(initial.zoom, this.#maxZoom));
    const center = initial.center ? worldOfSlide(initial.center) : fitted.center;
    this.#animate({ center, resolution, rotation: this.#turnOf(rotationDeg) }, false);
    if (!initial.center && initial.zoom === undefined) this.#rememberFitted();
  }

  #fitted(rotationDeg: number): { center: number[]; resolution: number } {
    const [width, height] = this.size();
    const turnDeg = rotationDeg + this.#slide.orientationDeg + this.#leanDeg;
    return {
      center: worldOfSlide([this.#slide.width / 2, this.#slide.height / 2]),
      resolution: this.#allowed(fitResolution(this.#slide, turnDeg, { width, height })),
    };
  }

  #targetRotationDeg(): number {
    const { rotation } = this.#target;
    return rotation === undefined
      ? this.state().rotationDeg
      : normaliseRotationDeg(degreesOf(rotation) - this.#leanDeg - this.#slide.orientationDeg);
  }

  #turnOf(rotationDeg: number): number {
    return radiansOf(normaliseRotationDeg(rotationDeg) + this.#slide.orientationDeg + this.#leanDeg);
  }

  #allowed(resolution: number): number {
    const view = this.#map.getView();
    return Math.min(view.getMaxResolution(), Math.max(view.getMinResolution(), resolution));
  }

  #key(): string {
    const { center, zoom } = this.state();
    return [center[0].toFixed(1), center[1].toFixed(1), zoom.toFixed(3)].join();
  }

  #rememberFitted(): void {
    this.#fittedKey = this.#key();
  }

  /** Continues from the target of the current animation, since two simultaneous animations would interfere. */
  #animate(to: MapTarget, isAnimated: boolean, onEnd?: () => void): void {
    const view = this.#map.getView();
    const target = { ...this.#target, ...to };
    const duration = isAnimated ? moveDurationMs() : 0;
    view.cancelAnimations();
    if (duration === 0) {
      this.#target = {};
      if (target.rotation !== undefined) view.setRotation(target.rotation);
      if (target.resolution !== undefined) view.setResolution(target.resolution);
      if (target.center) view.setCenter(target.center);
      onEnd?.();
      return;
    }
    this.#target = target;
    view.animate({ ...target, duration, easing: easeOut }, (isComplete) => {
      this.#target = {};
      if (isComplete) onEnd?.();
    });
  }
}
