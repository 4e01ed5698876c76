/** The viewer's public interface: opens a slide in an element and reports events. */

import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import { MINIMUM_RESOLUTION } from "@parfocal/core/geometry/zoom.ts";
import type { ColourAdjustment } from "@parfocal/core/item/colour-adjustment.ts";
import type { AnnotationLayer } from "./annotation/annotation-layer.ts";
import { type ConnectedAnnotationLayer, createAnnotationLayer } from "./annotation/create-annotation-layer.ts";
import type { ChannelChoice } from "./channels/channel-choice.ts";
import { createSlideColour } from "./colour/slide-colour.ts";
import { type PointerPlace, ViewerEmitter, type ViewerEventName, type ViewerListener } from "./events/viewer-events.ts";
import { watchFullscreen } from "./fullscreen/fullscreen.ts";
import { listenToKeys } from "./keyboard/keyboard.ts";
import { magnificationAt, OBJECTIVE_MAGNIFICATIONS, resolutionOfMagnification } from "./magnification/magnification.ts";
import { connectOverview } from "./overview/connect-overview.ts";
import { createPart } from "./panel.ts";
import { listenToFocusWheel } from "./planes/wheel-focus.ts";
import { createInstruments, type Instruments } from "./scale-bar/instruments.ts";
import { scaleBarFor, umPerScreenPx } from "./scale-bar/scale-bar.ts";
import type { Plane, SlideDescription } from "./slide-description.ts";
import { openSlideStage, type SlideStage } from "./slide-stage.ts";
import { createSpaceBar, type SpaceBar } from "./slide-work/space-bar.ts";
import { fetchTile, type LoadTile } from "./tiles/load-tile.ts";
import { RESIZE_DELAY_MS, type SlideView } from "./view-state/slide-view.ts";
import type { ViewState } from "./view-state/view-state.ts";
import type { ViewerLabels } from "./viewer-labels.ts";
import type { CreateViewerPart, ViewerPart } from "./viewer-part.ts";
import { slideOfWorld } from "./world/world.ts";

/** Minimum interval between `view` events while moving, ms. */
export const VIEW_EVENT_INTERVAL_MS = 100;

/** Set on the element while everything in view is loaded at its resolution: for tests and benchmarks. */
const SHARP_ATTRIBUTE = "data-sharp";

export type Surround = "dark" | "light";

export interface SlideViewerOptions {
  readonly slide: SlideDescription;
  /** Properties that are omitted are set as by `fit()`. */
  readonly initialView?: Partial<ViewState>;
  /** Default: the middle focus plane, the first point in time. */
  readonly initialPlane?: Partial<Plane>;
  /** Default, also if the number of entries differs from that of the channels: as in the file. */
  readonly initialChannels?: readonly ChannelChoice[];
  /** Default: fetch with the session cookie for the same origin. */
  readonly loadTile?: LoadTile;
  readonly labels: ViewerLabels;
  readonly surround?: Surround;
  /** Default: true; case maps have none. Never shown without a pixel size. */
  readonly hasScaleBar?: boolean;
  /** Magnification, pointer position, rotation. Default: true. */
  readonly hasReadings?: boolean;
  readonly hasOverview?: boolean;
  readonly hasKeyboard?: boolean;
  /** Delay after a change of size until a fitted view is fitted again; default: RESIZE_DELAY_MS. */
  readonly resizeDelayMs?: number;
  /** Element shown in full screen; default: the viewer's own. */
  readonly fullscreenElement?: HTMLElement;
  /** BCP 47 tag, for formatting numbers. */
  readonly locale: string;
}

export interface ShowOptions {
  readonly isAnimated?: boolean;
  /** Preferred zoom, used if the complete shape is visible with it; null: no preference. */
  readonly zoom?: number | null;
  /** Covered width at the left edge of the view, CSS px: the shape is shown beside it. */
  readonly coveredLeftPx?: number;
}

export interface SlideViewer {
  getView(): ViewState;
  /** Changes only the given properties. */
  setView(view: Partial<ViewState>, options?: { readonly isAnimated?: boolean }): void;
  /** @param steps each doubles (positive) or halves the magnification. */
  zoomBy(steps: number): void;
  /** @param magnification of an objective; no effect if the slide's magnification is unknown. */
  zoomToMagnification(magnification: number): void;
  rotateLeft(): void;
  rotateRight(): void;
  /** Shows the whole slide in its current rotation. */
  fit(): void;
  toggleFullscreen(): void;
  isFullscreen(): boolean;
  /** @param bounds slide pixels; shown completely with a margin, at most at full resolution. */
  showBounds(bounds: Bounds, options?: { readonly isAnimated?: boolean }): void;
  /** The same for a shape; a point is centred without changing the zoom. */
  showShape(shape: Shape, options?: ShowOptions): void;
  getPlane(): Plane;
  /** Changes only the given properties, to the nearest existing plane. */
  setPlane(plane: Partial<Plane>): void;
  /** Empty for slides without channels. */
  getChannels(): readonly ChannelChoice[];
  /** @param channels one for each of the slide's channels. */
  setChannels(channels: readonly ChannelChoice[]): void;
  /** Histogram of a channel in the view, as far as it is loaded; only for channels that are or were shown. */
  countSamples(channel: number): Promise<Uint32Array>;
  getColour(): ColourAdjustment;
  /** Applies to the slide image only; limited to valid values. */
  setColour(adjustment: ColourAdjustment): void;
  /** While suspended, the slide is shown without its adjustment, which is kept. */
  setColourSuspended(isSuspended: boolean): void;
  setSurround(surround: Surround): void;
  setTexts(labels: ViewerLabels, locale: string): void;
  focus(): void;
  /** @returns a function that removes the listeners. */
  on<Name extends ViewerEventName>(name: Name, listener: ViewerListener<Name>): () => void;
  readonly annotations: AnnotationLayer;
  /** Adds a tool to the viewer, until the viewer or the tool is destroyed. */
  use<Part extends ViewerPart>(create: CreateViewerPart<Part>): Part;
  /** Stops loading and removes everything from the element. */
  destroy(): void;
}

/** @param element must have a size; may be focused afterwards. */
export function createSlideViewer(element: HTMLElement, options: SlideViewerOptions): SlideViewer {
  const { slide } = options;
  let { labels, locale } = options;
  const emitter = new ViewerEmitter();
  const mapPart = prepareElement(element, options);
  const stage = openSlideStage(mapPart, {
    slide,
    loadTile: options.loadTile ?? fetchTile,
    emitter,
    initialView: options.initialView ?? {},
    initialPlane: options.initialPlane ?? {},
    initialChannels: options.initialChannels ?? null,
    onTile: (tile) => overview?.showTile(tile),
  });
  const { planeControl, source, map, view } = stage;
  const { pictures } = planeControl;
  const instruments = createInstruments(labels, locale);
  instruments.element.classList.toggle("has-no-readings", options.hasReadings === false);
  if (options.hasReadings !== false || options.hasScaleBar !== false) element.append(instruments.element);
  const overview =
    options.hasOverview === false
      ? null
      : connectOverview(element, { slide, labels, view, pictures, plane: planeControl.plane, emitter });
  const showInstruments = connectInstruments(instruments, stage, emitter, options);
  reportView(element, stage, emitter, () => {
    showInstruments();
    overview?.showView();
  });
  reportPointer(mapPart, map, slide, (place) => {
    instruments.showPointer(place);
    emitter.emit("pointer", place);
  });

  const colour = createSlideColour(element, emitter, { slide, pictures, source, map });
  const spaceBar = createSpaceBar();
  const parts = { map, element, slide, emitter, view, getLocale: () => locale };
  const annotations = createAnnotationLayer(parts, spaceBar);
  const fullscreen = watchFullscreen(options.fullscreenElement ?? element, (isFullscreen) => {
    map.updateSize();
    emitter.emit("fullscreen", isFullscreen);
  });
  const focusBy = (steps: number): void => planeControl.setPlane({ depth: planeControl.plane().depth + steps });
  const cleanups: (() => void)[] = [
    () => fullscreen.destroy(),
    () => annotations.destroy(),
    () => overview?.destroy(),
    () => planeControl.destroy(),
    () => colour.destroy(),
    ...(hasDepths(slide) ? [listenToFocusWheel(mapPart, focusBy)] : []),
    fitAfterResize(stage, options.resizeDelayMs ?? RESIZE_DELAY_MS),
  ];
  const viewer: SlideViewer = {
    ...createNavigation(slide, view),
    toggleFullscreen: () => void fullscreen.toggle().catch(() => emitter.emit("fullscreen", fullscreen.isFullscreen())),
    isFullscreen: () => fullscreen.isFullscreen(),
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
      describeElement(element, labels);
      instruments.setTexts(labels, locale);
      overview?.setTexts(labels);
    },
    focus: () => element.focus({ preventScroll: true }),
    on: (name, listener) => emitter.on(name, listener),
    annotations,
    use(create) {
      const part = create({
        ...{ ...parts, colour, pictures },
        getPlane: planeControl.plane,
        startWork: annotations.startWork,
      });
      cleanups.unshift(() => part.destroy());
      return part;
    },
    destroy() {
      for (const cleanup of cleanups) cleanup();
      emitter.clear();
      map.setTarget(undefined);
      map.dispose();
      source.dispose();
      clearElement(element);
    },
  };
  if (options.hasKeyboard !== false) {
    const keyParts = { viewer, stage, slide, focusBy, spaceBar, annotations };
    cleanups.push(connectKeys(element, keyParts));
  }
  return viewer;
}

/** @returns the child element for the map. */
function prepareElement(element: HTMLElement, { labels, surround }: SlideViewerOptions): HTMLElement {
  element.classList.add("slide-viewer");
  element.dataset.surround = surround ?? "dark";
  element.setAttribute("role", "application");
  describeElement(element, labels);
  element.tabIndex = 0;
  const mapPart = createPart("div", "slide-viewer-map");
  element.append(mapPart, createPart("div", "slide-viewer-crosshair", { "aria-hidden": "true" }));
  return mapPart;
}

function describeElement(element: HTMLElement, labels: ViewerLabels): void {
  element.setAttribute("aria-label", labels.viewer);
  element.setAttribute("aria-description", labels.viewerHint);
}

function clearElement(element: HTMLElement): void {
  element.replaceChildren();
  element.classList.remove("slide-viewer", "is-drawing", "is-hovering", "is-over-handle", "is-panning");
  for (const name of ["role", "aria-label", "aria-description", "tabindex", "data-surround", SHARP_ATTRIBUTE])
    element.removeAttribute(name);
}

/** @returns a function that shows the current view on the instruments, and emits `magnification` if it changed. */
function connectInstruments(
  instruments: Instruments,
  { view }: SlideStage,
  emitter: ViewerEmitter,
  { slide, hasScaleBar }: SlideViewerOptions,
): () => void {
  let reportedResolution: number | null = null;
  return () => {
    const resolution = view.resolution();
    const umPerPx = slide.pixelSizeUm && umPerScreenPx(slide.pixelSizeUm, resolution, view.turnDeg());
    const magnification = magnificationAt(slide, resolution);
    instruments.showMagnification(magnification, umPerPx);
    instruments.showScaleBar(umPerPx === null || hasScaleBar === false ? null : scaleBarFor(umPerPx));
    instruments.showRotation(view.state().rotationDeg);
    if (magnification.resolution !== reportedResolution) {
      reportedResolution = magnification.resolution;
      emitter.emit("magnification", magnification);
    }
  };
}

/** Emits `view` and `sharp`. @param onRender called after each frame. */
function reportView(element: HTMLElement, stage: SlideStage, emitter: ViewerEmitter, onRender: () => void): void {
  const { map, view } = stage;
  let lastViewEventMs = 0;
  const reportView = (): void => {
    lastViewEventMs = performance.now();
    emitter.emit("view", view.state());
  };
  map.on("postrender", () => {
    element.removeAttribute(SHARP_ATTRIBUTE);
    onRender();
    if (view.isMoving() && performance.now() - lastViewEventMs >= VIEW_EVENT_INTERVAL_MS) reportView();
  });
  map.on("moveend", reportView);
  map.on("moveend", () => view.settleTurn());
  map.on("rendercomplete", () => {
    if (!stage.isSharp()) return;
    element.setAttribute(SHARP_ATTRIBUTE, "");
    emitter.emit("sharp", undefined);
  });
}

/** @param report called with null if the pointer left the slide. */
function reportPointer(
  mapPart: HTMLElement,
  map: SlideStage["map"],
  { pixelSizeUm }: SlideDescription,
  report: (place: PointerPlace | null) => void,
): void {
  map.on("pointermove", (event) => {
    const point = slideOfWorld(event.coordinate);
    report({ point, um: pixelSizeUm && [point[0] * pixelSizeUm.x, point[1] * pixelSizeUm.y] });
  });
  mapPart.addEventListener("pointerleave", () => report(null));
}

/** @returns a function that cancels the pending fit. */
function fitAfterResize({ map, view }: SlideStage, delayMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  map.on("change:size", () => {
    clearTimeout(timer);
    // An element without a size is no longer in the document.
    if (map.getSize()) timer = setTimeout(() => view.fitAgain(), delayMs);
  });
  return () => clearTimeout(timer);
}

type Navigation = Pick<
  SlideViewer,
  | "getView"
  | "setView"
  | "zoomBy"
  | "zoomToMagnification"
  | "rotateLeft"
  | "rotateRight"
  | "fit"
  | "showBounds"
  | "showShape"
>;

function createNavigation(slide: SlideDescription, view: SlideView): Navigation {
  return {
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
    showBounds: (bounds, { isAnimated = true } = {}) => view.showBounds(bounds, isAnimated),
    showShape(shape, { isAnimated = true, zoom = null, coveredLeftPx = 0 } = {}) {
      if (shape.kind !== "point") view.showBounds(boundsOf(shape), isAnimated, zoom, coveredLeftPx);
      else view.showPoint(shape.point, isAnimated, zoom, coveredLeftPx);
    },
  };
}

const hasDepths = ({ planes }: SlideDescription): boolean => (planes?.depths ?? 1) > 1;

interface KeyParts {
  readonly viewer: SlideViewer;
  readonly stage: SlideStage;
  readonly slide: SlideDescription;
  readonly focusBy: (steps: number) => void;
  readonly spaceBar: SpaceBar;
  readonly annotations: ConnectedAnnotationLayer;
}

/** @returns a function that removes the listeners. */
function connectKeys(element: HTMLElement, parts: KeyParts): () => void {
  const { viewer, stage, slide, focusBy, spaceBar, annotations } = parts;
  const { view, planeControl } = stage;
  const stepTimeBy = (steps: number): void => planeControl.setPlane({ time: planeControl.plane().time + steps });
  return listenToKeys(element, {
    pan: (xShare, yShare) => view.panByShare(xShare, yShare),
    zoomBy: viewer.zoomBy,
    rotateBy: (steps) => view.rotateBy(steps),
    fit: viewer.fit,
    toggleFullscreen: viewer.toggleFullscreen,
    zoomToObjective: (index) => viewer.zoomToMagnification(OBJECTIVE_MAGNIFICATIONS[index] ?? 1),
    focusBy: hasDepths(slide) ? focusBy : null,
    stepTimeBy: (slide.planes?.times ?? 1) > 1 ? stepTimeBy : null,
    spaceBar,
    annotations,
  });
}
