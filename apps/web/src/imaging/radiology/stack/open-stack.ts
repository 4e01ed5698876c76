/** A stack of radiology images in an element: Cornerstone3D behind the small interface that the screens use. */
import { cache, Enums, EVENTS, imageLoader, metaData, type Types, utilities } from "@cornerstonejs/core";
import { directionLetters, oppositeOf, type PatientVector } from "@parfocal/core/radiology/patient-direction.ts";
import type { PixelSpacingMm } from "@parfocal/core/radiology/picture-length.ts";
import { type PixelWindow, rangeOfWindow, windowOfRange } from "@parfocal/core/radiology/pixel-window.ts";
import type { EdgeLetters, Stack, StackState, StackViewState } from "./stack.ts";
import { nearestFirst } from "./stack-frames.ts";
import { maxFramesInAdvance, startCornerstone } from "./start-cornerstone.ts";

const LOADED_AT_ONCE = 3;
const MIN_ZOOM = 0.2;
const MAX_ZOOM = 40;
const QUARTER_DEG = 90;
const FULL_DEG = 360;

interface StackOptions {
  /** IDs of the images (`stack-frames.ts`). */
  readonly frames: readonly string[];
  /** Index of the first image to show. */
  readonly index: number;
  /** Number of pixels of one image. */
  readonly pixels: number;
  /** Pixel spacing of the series; null: unknown. */
  readonly spacingMm: PixelSpacingMm | null;
}

/** Mutable state of an open stack. */
interface StackProgress {
  /** Index of the image that should be shown. */
  requestedIndex: number;
  /** Null: none yet. */
  shownIndex: number | null;
  state: StackState;
  /** Null: in colour, or no image yet. */
  recordedWindow: PixelWindow | null;
  /** Whether it was zoomed or panned since the last fit. */
  isMoved: boolean;
  isClosed: boolean;
}

/** State shared by the parts of a stack. */
interface StackParts extends StackOptions {
  readonly viewport: Types.IStackViewport;
  readonly loader: FrameLoader;
  readonly progress: StackProgress;
  /** Notifies the listeners of a change. */
  readonly notify: () => void;
}

let nextStack = 1;

export function openStack(element: HTMLDivElement, options: StackOptions): Stack {
  const { index: first } = options;
  const engine = startCornerstone();
  const viewportId = `stack-${nextStack++}`;
  engine.enableElement({ viewportId, element, type: Enums.ViewportType.STACK });
  const viewport = engine.getViewport(viewportId) as Types.IStackViewport;
  const listeners = new Set<() => void>();
  let known: StackViewState | null = null;
  function notify(): void {
    known = null;
    for (const listener of listeners) listener();
  }
  const progress: StackProgress = {
    requestedIndex: first,
    shownIndex: null,
    state: "loading",
    recordedWindow: null,
    isMoved: false,
    isClosed: false,
  };
  const loader = createFrameLoader(options, () => progress.isClosed, notify);
  const parts: StackParts = { ...options, viewport, loader, progress, notify };
  const controls = createControls(element, parts);

  // Size changes of the element, and changes made by the library itself.
  element.addEventListener(EVENTS.IMAGE_RENDERED, notify);
  const sizes = new ResizeObserver(() => {
    if (progress.isClosed) return;
    engine.resize(true, true);
    // An image that was fitted stays fitted.
    if (!progress.isMoved) controls.fit();
  });
  sizes.observe(element);
  void goTo(parts, first).then(loader.loadInAdvance);

  return {
    look() {
      known ??= viewStateOf(parts);
      return known;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    goTo: (index) => goTo(parts, index),
    ...controls,
    ...createProjection(parts),
    close() {
      progress.isClosed = true;
      sizes.disconnect();
      element.removeEventListener(EVENTS.IMAGE_RENDERED, notify);
      engine.disableElement(viewportId);
      listeners.clear();
    },
  };
}

interface FrameLoader {
  load(name: string): Promise<void>;
  /** Loads the images nearest to the first one, up to the size of the cache. Never rejects. */
  loadInAdvance(): Promise<void>;
  loadedCount(): number;
  requestedCount(): number;
}

function createFrameLoader(options: StackOptions, isClosed: () => boolean, onLoaded: () => void): FrameLoader {
  const { frames, index: first, pixels } = options;
  const loaded = new Set<string>();
  const inAdvance = nearestFirst(frames.length, first).slice(0, Math.max(0, maxFramesInAdvance(pixels) - 1));
  async function load(name: string): Promise<void> {
    await imageLoader.loadAndCacheImage(name);
    if (loaded.has(name)) return;
    loaded.add(name);
    onLoaded();
  }
  return {
    load,
    async loadInAdvance() {
      const waiting = [...inAdvance];
      const loadNext = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined && !isClosed(); next = waiting.shift()) {
          const name = frames[next];
          // A failure is reported when the image is shown, because it is loaded again then.
          if (name !== undefined) await load(name).catch(() => undefined);
        }
      };
      await Promise.all(Array.from({ length: LOADED_AT_ONCE }, loadNext));
    },
    loadedCount: () => loaded.size,
    requestedCount: () => Math.max(inAdvance.length + 1, loaded.size),
  };
}

const isColour = (viewport: Types.IStackViewport): boolean => viewport.getCornerstoneImage()?.color ?? false;

async function goTo({ frames, viewport, loader, progress, notify }: StackParts, index: number): Promise<void> {
  const next = Math.min(frames.length - 1, Math.max(0, Math.round(index)));
  const name = frames[next];
  const isThere = next === progress.requestedIndex && progress.state !== "failed" && progress.shownIndex !== null;
  if (progress.isClosed || name === undefined || isThere) return;
  progress.requestedIndex = next;
  if (!cache.isLoaded(name)) progress.state = "loading";
  notify();
  const isCurrent = () => !progress.isClosed && progress.requestedIndex === next;
  try {
    await loader.load(name);
    if (!isCurrent()) return;
    if (progress.shownIndex === null) {
      await viewport.setStack([...frames], next);
      // The element may have been resized; the library would keep the old aspect ratio.
      viewport.resetCamera();
      const range = isColour(viewport) ? undefined : viewport.getProperties().voiRange;
      progress.recordedWindow = range ? windowOfRange(range) : null;
    } else await viewport.setImageIdIndex(next);
    if (!isCurrent()) return;
    viewport.render();
    progress.shownIndex = next;
    progress.state = "shown";
  } catch {
    if (!isCurrent()) return;
    progress.state = "failed";
  }
  notify();
}

function viewStateOf({ frames, spacingMm, viewport, loader, progress }: StackParts): StackViewState {
  const { shownIndex } = progress;
  const name = frames[shownIndex ?? -1];
  const image = name === undefined ? undefined : cache.getImage(name);
  const range = image && !image.color ? viewport.getProperties().voiRange : undefined;
  const { rotation = 0, flipHorizontal, flipVertical } = viewport.getViewPresentation() ?? {};
  return {
    state: progress.state,
    index: progress.requestedIndex,
    shownIndex,
    count: frames.length,
    loadedCount: loader.loadedCount(),
    requestedCount: loader.requestedCount(),
    window: range ? windowOfRange(range) : null,
    recordedWindow: progress.recordedWindow,
    fullRange: image && !image.color ? { lower: image.minPixelValue, upper: image.maxPixelValue } : null,
    isInverted: viewport.getProperties().invert ?? false,
    zoom: shownIndex === null ? 1 : viewport.getZoom(),
    rotationDeg: Math.round(rotation) % FULL_DEG,
    isFlipped: Boolean(flipHorizontal) !== Boolean(flipVertical),
    letters: name === undefined ? null : edgeLettersOf(viewport, name),
    spacingMm,
  };
}

/** @param name ID of the shown image. @returns null if its orientation in the body is unknown. */
function edgeLettersOf(viewport: Types.IStackViewport, name: string): EdgeLetters | null {
  const plane = metaData.get(Enums.MetadataModules.IMAGE_PLANE, name);
  if (!plane?.rowCosines || !plane?.columnCosines || plane.usingDefaultValues) return null;
  const [origin, acrossEnd, downEnd] = (
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ] as Types.Point2[]
  ).map((at) => viewport.canvasToWorld(at));
  if (!origin || !acrossEnd || !downEnd) return null;
  const right = vectorFrom(origin, acrossEnd);
  const down = vectorFrom(origin, downEnd);
  return {
    right: directionLetters(right),
    left: directionLetters(oppositeOf(right)),
    bottom: directionLetters(down),
    top: directionLetters(oppositeOf(down)),
  };
}

function vectorFrom(from: Types.Point3, to: Types.Point3): PatientVector {
  return [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
}

type StackControls = Pick<Stack, "setWindow" | "invert" | "rotate" | "flip" | "zoomBy" | "panBy" | "fit" | "reset">;

/** Window, rotation, zoom and position of the image. No effect before an image is shown. */
function createControls(element: HTMLElement, { viewport, progress, notify }: StackParts): StackControls {
  function change(act: () => void): void {
    if (progress.isClosed || progress.shownIndex === null) return;
    act();
    viewport.render();
    notify();
  }
  function panOnScreen(x: number, y: number): void {
    const [panX, panY] = viewport.getPan();
    viewport.setPan([panX + x, panY + y]);
  }
  return {
    setWindow: (window) =>
      change(() => {
        if (!isColour(viewport)) viewport.setProperties({ voiRange: rangeOfWindow(window) });
      }),
    invert: () => change(() => viewport.setProperties({ invert: !viewport.getProperties().invert })),
    rotate: () =>
      change(() => {
        const { rotation = 0 } = viewport.getViewPresentation();
        viewport.setViewPresentation({ rotation: (Math.round(rotation) + QUARTER_DEG) % FULL_DEG });
      }),
    flip: (how) =>
      change(() => {
        const { flipHorizontal = false, flipVertical = false } = viewport.getViewPresentation();
        // Through the camera, because the library's presentation can set a flip but not clear it.
        viewport.setCamera(
          how === "horizontal" ? { flipHorizontal: !flipHorizontal } : { flipVertical: !flipVertical },
        );
      }),
    zoomBy(factor, at) {
      progress.isMoved = true;
      change(() => {
        const { clientWidth, clientHeight } = element;
        const anchor: Types.Point2 = at ? [at[0], at[1]] : [clientWidth / 2, clientHeight / 2];
        const under = viewport.canvasToWorld(anchor);
        viewport.setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, viewport.getZoom() * factor)));
        const [x, y] = viewport.worldToCanvas(under);
        panOnScreen(anchor[0] - x, anchor[1] - y);
      });
    },
    panBy(x, y) {
      progress.isMoved = true;
      change(() => panOnScreen(x, y));
    },
    fit() {
      progress.isMoved = false;
      change(() => {
        // The library would reset the rotation as well.
        const { rotation = 0, flipHorizontal, flipVertical } = viewport.getViewPresentation();
        viewport.resetCamera();
        viewport.setViewPresentation({ rotation, flipHorizontal, flipVertical });
      });
    },
    reset() {
      progress.isMoved = false;
      change(() => {
        viewport.resetProperties();
        // Rotation and flips are reset together with the position.
        viewport.resetCamera();
      });
    },
  };
}

/** Conversion between CSS pixels of the element and pixels of the image. */
function createProjection({ viewport, progress }: StackParts): Pick<Stack, "toPicture" | "toScreen"> {
  const shownData = () => (progress.shownIndex === null ? null : viewport.getImageData()?.imageData);
  return {
    toPicture(at) {
      const data = shownData();
      if (!data) return null;
      const [column, row] = utilities.transformWorldToIndexContinuous(data, viewport.canvasToWorld([at[0], at[1]]));
      return [column, row];
    },
    toScreen(at) {
      const data = shownData();
      if (!data) return null;
      const [x, y] = viewport.worldToCanvas(utilities.transformIndexToWorld(data, [at[0], at[1], 0]));
      return [x, y];
    },
  };
}
