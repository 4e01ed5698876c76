/** The one public door of the viewer: opens a slide in an element and tells by events what happens there. */

import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { MINIMUM_RESOLUTION } from "@parfocal/core/geometry/zoom.ts";
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { AnnotationLayer } from "./annotation/annotation-layer.ts";
import { createAnnotationLayer } from "./annotation/create-annotation-layer.ts";
import type { ChannelChoice } from "./channels/channel-choice.ts";
import { createSlideColour } from "./colour/slide-colour.ts";
import { type PointerPlace, ViewerEmitter, type ViewerEventName, type ViewerListener } from "./events/viewer-events.ts";
import { watchFullscreen } from "./fullscreen/fullscreen.ts";
import { listenToKeys } from "./keyboard/keyboard.ts";
import { magnificationAt, OBJECTIVE_MAGNIFICATIONS, resolutionOfMagnification } from "./magnification/magnification.ts";
import { connectOverview } from "./overview/connect-overview.ts";
import { createPart } from "./panel.ts";
import { createPlaneControl } from "./planes/plane-control.ts";
import { listenToFocusWheel } from "./planes/wheel-focus.ts";
import { createInstruments } from "./scale-bar/instruments.ts";
import { scaleBarFor, umPerScreenPx } from "./scale-bar/scale-bar.ts";
import type { Plane, SlideDescription } from "./slide-description.ts";
import { createSlideMap } from "./slide-map.ts";
import { createSpaceBar } from "./slide-work/space-bar.ts";
import { fetchTile, type LoadTile } from "./tiles/load-tile.ts";
import { SlideTileSource } from "./tiles/slide-tile-source.ts";
import { RESIZE_DELAY_MS, SlideView } from "./view-state/slide-view.ts";
import type { ViewState } from "./view-state/view-state.ts";
import type { ViewerLabels } from "./viewer-labels.ts";
import type { CreateViewerPart, ViewerPart } from "./viewer-part.ts";
import { slideOfWorld } from "./world/world.ts";

/** Minimum interval between `view` events while moving, ms. */
export const VIEW_EVENT_INTERVAL_MS = 100;

/** On the element while everything in view is loaded at its resolution: for tests and benchmarks. */
const SHARP_ATTRIBUTE = "data-sharp";

export type Surround = "dark" | "light";

export interface SlideViewerOptions {
  readonly slide: SlideDescription;
  /** What is left out is as `fit()` would have it. */
  readonly initialView?: Partial<ViewState>;
  /** What is left out: the middle of the focus, the first point in time. */
  readonly initialPlane?: Partial<Plane>;
  /** Default, and if there are not as many as the slide has channels: as the file has them. */
  readonly initialChannels?: readonly ChannelChoice[];
  /** Default: fetch with the session's cookie of the same origin. */
  readonly loadTile?: LoadTile;
  readonly labels: ViewerLabels;
  readonly surround?: Surround;
  /** Default true; case maps have none. Never shown without a pixel size. */
  readonly hasScaleBar?: boolean;
  /** Magnification, pointer position, rotation. Default true. */
  readonly hasReadings?: boolean;
  readonly hasOverview?: boolean;
  readonly hasKeyboard?: boolean;
  /** After the element's size settled, a view that was fitted is fitted anew; default: RESIZE_DELAY_MS. */
  readonly resizeDelayMs?: number;
  /** Which element fills the screen; default: the viewer's own. */
  readonly fullscreenElement?: HTMLElement;
  /** BCP 47, for numbers. */
  readonly locale: string;
}

export interface ShowOptions {
  readonly isAnimated?: boolean;
  /** As the view should have it, if the shape is seen whole then; null: as without it. */
  readonly zoom?: number | null;
  /** CSS px from the left edge of the view where something stands over it: the shape is shown beside that. */
  readonly coveredLeftPx?: number;
}

export interface SlideViewer {
  getView(): ViewState;
  /** Changes what is given and leaves the rest. */
  setView(view: Partial<ViewState>, options?: { readonly isAnimated?: boolean }): void;
  /** @param steps each doubles (positive) or halves the magnification. */
  zoomBy(steps: number): void;
  /** @param magnification as of an objective; nothing happens if the slide's is not known. */
  zoomToMagnification(magnification: number): void;
  rotateLeft(): void;
  rotateRight(): void;
  /** The whole slide, in its present rotation. */
  fit(): void;
  toggleFullscreen(): void;
  isFullscreen(): boolean;
  /** @param bounds slide pixels; shown whole, with some room around, at most at full resolution. */
  showBounds(bounds: Bounds, options?: { readonly isAnimated?: boolean }): void;
  /** The same for a shape; a point is brought to the middle, the zoom stays. */
  showShape(shape: Shape, options?: ShowOptions): void;
  getPlane(): Plane;
  /** Changes what is given and leaves the rest; the nearest plane that there is. */
  setPlane(plane: Partial<Plane>): void;
  /** Empty for slides without channels. */
  getChannels(): readonly ChannelChoice[];
  /** @param channels one for each of the slide. */
  setChannels(channels: readonly ChannelChoice[]): void;
  /** How often each sample of a channel occurs in what is in view, as far as it is loaded; only of channels that are or were shown. */
  countSamples(channel: number): Promise<Uint32Array>;
  getColour(): ColourAdjustment;
  /** Of the slide's picture alone; the nearest that is within limits. */
  setColour(adjustment: ColourAdjustment): void;
  /** While suspended the slide is seen as it is, and its adjustment kept. */
  setColourSuspended(isSuspended: boolean): void;
  setSurround(surround: Surround): void;
  setTexts(labels: ViewerLabels, locale: string): void;
  focus(): void;
  /** @returns a function that ends the listening. */
  on<Name extends ViewerEventName>(name: Name, listener: ViewerListener<Name>): () => void;
  readonly annotations: AnnotationLayer;
  /** Adds a tool to the viewer, for as long as the viewer lives or until the tool is destroyed. */
  use<Part extends ViewerPart>(create: CreateViewerPart<Part>): Part;
  /** Stops loading, removes everything from the element. */
  destroy(): void;
}

/** @param element must have a size of its own; may be focused afterwards. */
export function createSlideViewer(element: HTMLElement, options: SlideViewerOptions): SlideViewer {
  const { slide } = options;
  let { labels, locale } = options;
  const emitter = new ViewerEmitter();
  const cleanups: (() => void)[] = [];

  element.classList.add("slide-viewer");
  element.dataset.surround = options.surround ?? "dark";
  element.setAttribute("role", "application");
  element.setAttribute("aria-label", labels.viewer);
  element.setAttribute("aria-description", labels.viewerHint);
  element.tabIndex = 0;
  const mapPart = createPart("div", "slide-viewer-map");
  element.append(mapPart, createPart("div", "slide-viewer-crosshair", { "aria-hidden": "true" }));

  const loadTile = options.loadTile ?? fetchTile;
  const planeControl = createPlaneControl({
    slide,
    loadTile,
    emitter,
    initialPlane: options.initialPlane ?? {},
    initialChannels: options.initialChannels ?? null,
  });
  const { pictures } = planeControl;
  let hasFirstTile = false;
  const source = new SlideTileSource({
    slide,
    pictures,
    plane: planeControl.plane(),
    onTileLoaded(tile) {
      overview?.showTile(tile);
      map.render();
      if (hasFirstTile) return;
      hasFirstTile = true;
      map.once("postrender", () => emitter.emit("firstTile", undefined));
    },
    onTileFailed: (failure) => emitter.emit("tileError", failure),
    onTileRevived: () => map.render(),
    onTilesUpdated(tiles) {
      for (const tile of tiles) overview?.showTile(tile);
      map.render();
    },
  });
  source.loadBase();
  const map = createSlideMap(mapPart, slide, source);
  planeControl.connect(source, () => map.render());
  const view = new SlideView(map, slide);
  view.start(options.initialView ?? {});

  const instruments = createInstruments(labels, locale);
  instruments.element.classList.toggle("has-no-readings", options.hasReadings === false);
  if (options.hasReadings !== false || options.hasScaleBar !== false) element.append(instruments.element);
  const overview =
    options.hasOverview === false
      ? null
      : connectOverview(element, { slide, labels, view, pictures, plane: planeControl.plane, emitter });

  const showInstruments = (): void => {
    const resolution = view.resolution();
    const turnDeg = view.turnDeg();
    const umPerPx = slide.pixelSizeUm && umPerScreenPx(slide.pixelSizeUm, resolution, turnDeg);
    const magnification = magnificationAt(slide, resolution);
    instruments.showMagnification(magnification, umPerPx);
    instruments.showScaleBar(umPerPx === null || options.hasScaleBar === false ? null : scaleBarFor(umPerPx));
    instruments.showRotation(view.state().rotationDeg);
    overview?.showView();
    if (magnification.resolution !== toldResolution) {
      toldResolution = magnification.resolution;
      emitter.emit("magnification", magnification);
    }
  };
  let toldResolution: number | null = null;
  let lastViewEvent = 0;
  const tellView = (): void => {
    lastViewEvent = performance.now();
    emitter.emit("view", view.state());
  };
  map.on("postrender", () => {
    element.removeAttribute(SHARP_ATTRIBUTE);
    showInstruments();
    if (view.isMoving() && performance.now() - lastViewEvent >= VIEW_EVENT_INTERVAL_MS) tellView();
  });
  map.on("moveend", tellView);
  map.on("moveend", () => view.settleTurn());
  map.on("rendercomplete", () => {
    if (!hasFirstTile || source.isUpdating() || source.lacksTilesInView()) return;
    element.setAttribute(SHARP_ATTRIBUTE, "");
    emitter.emit("sharp", undefined);
  });

  const placeAt = (point: SlidePoint): PointerPlace => ({
    point,
    um: slide.pixelSizeUm && [point[0] * slide.pixelSizeUm.x, point[1] * slide.pixelSizeUm.y],
  });
  const tellPointer = (place: PointerPlace | null): void => {
    instruments.showPointer(place);
    emitter.emit("pointer", place);
  };
  map.on("pointermove", (event) => tellPointer(placeAt(slideOfWorld(event.coordinate))));
  mapPart.addEventListener("pointerleave", () => tellPointer(null));

  const colour = createSlideColour(element, emitter, { slide, pictures, source, map });
  const spaceBar = createSpaceBar();
  const parts = { map, element, slide, emitter, view, getLocale: () => locale };
  const annotationLayer = createAnnotationLayer(parts, spaceBar);
  const fullscreen = watchFullscreen(options.fullscreenElement ?? element, (isFullscreen) => {
    map.updateSize();
    emitter.emit("fullscreen", isFullscreen);
  });
  cleanups.push(
    () => fullscreen.destroy(),
    () => annotationLayer.destroy(),
    () => overview?.destroy(),
    () => planeControl.destroy(),
    () => colour.destroy(),
  );
  const stepTimeBy = (steps: number): void => planeControl.setPlane({ time: planeControl.plane().time + steps });
  const focusBy = (steps: number): void => planeControl.setPlane({ depth: planeControl.plane().depth + steps });
  if ((slide.planes?.depths ?? 1) > 1) cleanups.push(listenToFocusWheel(mapPart, focusBy));

  let resizeTimer: ReturnType<typeof setTimeout> | undefined;
  const handleResize = (): void => {
    clearTimeout(resizeTimer);
    resizeTimer = setTimeout(() => view.fitAgain(), options.resizeDelayMs ?? RESIZE_DELAY_MS);
  };
  map.on("change:size", handleResize);
  cleanups.push(() => clearTimeout(resizeTimer));

  const viewer: SlideViewer = {
    getView: () => view.state(),
    setView: (next, { isAnimated = false } = {}) => view.move(next, isAnimated),
    zoomBy: (steps) => view.zoomBy(steps),
    zoomToMagnification(magnification) {
      const resolution = resolutionOfMagnification(slide, magnification);
      if (resolution !== null) view.zoomToResolution(Math.max(resolution, MINIMUM_RESOLUTION));
    },
    rotateLeft: () => view.rotateBy(-1),
    rotateRight: () => view.rotateBy(1),
    fit: () => view.fit(true),
    toggleFullscreen: () => void fullscreen.toggle().catch(() => emitter.emit("fullscreen", fullscreen.isFullscreen())),
    isFullscreen: () => fullscreen.isFullscreen(),
    showBounds: (bounds, { isAnimated = true } = {}) => view.showBounds(bounds, isAnimated),
    showShape(shape, { isAnimated = true, zoom = null, coveredLeftPx = 0 } = {}) {
      if (shape.kind !== "point") view.showBounds(boundsOf(shape), isAnimated, zoom, coveredLeftPx);
      else view.showPoint(shape.point, isAnimated, zoom, coveredLeftPx);
    },
    getPlane: planeControl.plane,
    setPlane: planeControl.setPlane,
    getChannels: planeControl.channels,
    setChannels: planeControl.setChannels,
    countSamples: planeControl.countSamples,
    getColour: colour.get,
    setColour: colour.set,
    setColourSuspended: colour.setSuspended,
    setSurround(surround) {
      element.dataset.surround = surround;
    },
    setTexts(nextLabels, nextLocale) {
      labels = nextLabels;
      locale = nextLocale;
      element.setAttribute("aria-label", labels.viewer);
      element.setAttribute("aria-description", labels.viewerHint);
      instruments.setTexts(labels, locale);
      overview?.setTexts(labels);
    },
    focus: () => element.focus({ preventScroll: true }),
    on: (name, listener) => emitter.on(name, listener),
    annotations: annotationLayer,
    use(create) {
      const { startWork } = annotationLayer;
      const part = create({ ...parts, colour, pictures, getPlane: planeControl.plane, startWork });
      cleanups.unshift(() => part.destroy());
      return part;
    },
    destroy() {
      for (const cleanup of cleanups) cleanup();
      emitter.clear();
      map.setTarget(undefined);
      map.dispose();
      source.dispose();
      element.replaceChildren();
      element.classList.remove("slide-viewer", "is-drawing", "is-hovering", "is-over-handle", "is-panning");
      for (const name of ["role", "aria-label", "aria-description", "tabindex", "data-surround", SHARP_ATTRIBUTE])
        element.removeAttribute(name);
    },
  };

  if (options.hasKeyboard !== false) {
    const stopListening = listenToKeys(element, {
      pan: (xShare, yShare) => view.panByShare(xShare, yShare),
      zoomBy: viewer.zoomBy,
      rotateBy: (steps) => view.rotateBy(steps),
      fit: viewer.fit,
      toggleFullscreen: viewer.toggleFullscreen,
      zoomToObjective: (index) => viewer.zoomToMagnification(OBJECTIVE_MAGNIFICATIONS[index] ?? 1),
      focusBy: (slide.planes?.depths ?? 1) > 1 ? focusBy : null,
      stepTimeBy: (slide.planes?.times ?? 1) > 1 ? stepTimeBy : null,
      spaceBar,
      annotations: annotationLayer,
    });
    cleanups.push(stopListening);
  }
  return viewer;
}
