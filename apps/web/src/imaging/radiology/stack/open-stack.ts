/** A stack of radiological pictures in an element: Cornerstone3D behind the small face that the screens know. */
import { cache, Enums, EVENTS, imageLoader, metaData, type Types, utilities } from "@cornerstonejs/core";
import { directionLetters, oppositeOf, type PatientVector } from "@parfocal/core/radiology/patient-direction.ts";
import type { PixelSpacingMm } from "@parfocal/core/radiology/picture-length.ts";
import { type PixelWindow, rangeOfWindow, windowOfRange } from "@parfocal/core/radiology/pixel-window.ts";
import type { EdgeLetters, Flip, ScreenPoint, Stack, StackState, StackViewState } from "./stack.ts";
import { nearestFirst } from "./stack-frames.ts";
import { mostFramesInAdvance, startCornerstone } from "./start-cornerstone.ts";

const LOADED_AT_ONCE = 3;
const MIN_ZOOM = 0.2;
const MAX_ZOOM = 40;
const QUARTER_DEG = 90;
const FULL_DEG = 360;

interface StackOptions {
  /** Names of its pictures (`stack-frames.ts`). */
  readonly frames: readonly string[];
  /** Which is seen first. */
  readonly index: number;
  /** Of one picture. */
  readonly pixels: number;
  /** Of the series; null: lengths in it are not known. */
  readonly spacingMm: PixelSpacingMm | null;
}

let nextStack = 1;

export function openStack(element: HTMLDivElement, { frames, index: first, pixels, spacingMm }: StackOptions): Stack {
  const engine = startCornerstone();
  const viewportId = `stack-${nextStack++}`;
  engine.enableElement({ viewportId, element, type: Enums.ViewportType.STACK });
  const viewport = engine.getViewport(viewportId) as Types.IStackViewport;
  const listeners = new Set<() => void>();
  const loaded = new Set<string>();
  const inAdvance = nearestFirst(frames.length, first).slice(0, Math.max(0, mostFramesInAdvance(pixels) - 1));
  const wantedCount = inAdvance.length + 1;
  let wanted = first;
  let shownIndex: number | null = null;
  let state: StackState = "loading";
  let isClosed = false;
  /** Whether someone has zoomed or moved it. */
  let isMoved = false;
  let recordedWindow: PixelWindow | null = null;
  let known: StackViewState | null = null;

  function tell(): void {
    known = null;
    for (const listener of listeners) listener();
  }

  const isColour = () => viewport.getCornerstoneImage()?.color ?? false;

  async function load(name: string): Promise<void> {
    await imageLoader.loadAndCacheImage(name);
    if (loaded.has(name)) return;
    loaded.add(name);
    tell();
  }

  async function goTo(index: number): Promise<void> {
    const next = Math.min(frames.length - 1, Math.max(0, Math.round(index)));
    const name = frames[next];
    if (isClosed || name === undefined || (next === wanted && state !== "failed" && shownIndex !== null)) return;
    wanted = next;
    if (!cache.isLoaded(name)) state = "loading";
    tell();
    const isCurrent = () => !isClosed && wanted === next;
    try {
      await load(name);
      if (!isCurrent()) return;
      if (shownIndex === null) {
        await viewport.setStack([...frames], next);
        // The element may have changed its shape since: the library would keep to the former.
        viewport.resetCamera();
        const range = isColour() ? undefined : viewport.getProperties().voiRange;
        recordedWindow = range ? windowOfRange(range) : null;
      } else await viewport.setImageIdIndex(next);
      if (!isCurrent()) return;
      viewport.render();
      shownIndex = next;
      state = "shown";
    } catch {
      if (!isCurrent()) return;
      state = "failed";
    }
    tell();
  }

  async function loadInAdvance(): Promise<void> {
    const waiting = [...inAdvance];
    const loadNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !isClosed; next = waiting.shift()) {
        const name = frames[next];
        // It is tried again, and told, when someone comes to it.
        if (name !== undefined) await load(name).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: LOADED_AT_ONCE }, loadNext));
  }

  function letters(): EdgeLetters | null {
    const name = frames[shownIndex ?? -1];
    const plane = name === undefined ? null : metaData.get(Enums.MetadataModules.IMAGE_PLANE, name);
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

  function makeLook(): StackViewState {
    const name = frames[shownIndex ?? -1];
    const image = name === undefined ? undefined : cache.getImage(name);
    const range = image && !image.color ? viewport.getProperties().voiRange : undefined;
    const { rotation = 0, flipHorizontal, flipVertical } = viewport.getViewPresentation() ?? {};
    return {
      state,
      index: wanted,
      shownIndex,
      count: frames.length,
      loadedCount: loaded.size,
      wantedCount: Math.max(wantedCount, loaded.size),
      window: range ? windowOfRange(range) : null,
      recordedWindow,
      fullRange: image && !image.color ? { lower: image.minPixelValue, upper: image.maxPixelValue } : null,
      isInverted: viewport.getProperties().invert ?? false,
      zoom: shownIndex === null ? 1 : viewport.getZoom(),
      rotationDeg: Math.round(rotation) % FULL_DEG,
      isFlipped: Boolean(flipHorizontal) !== Boolean(flipVertical),
      letters: shownIndex === null ? null : letters(),
      spacingMm,
    };
  }

  /** Changes how the picture is seen, if there is one. */
  function change(act: () => void): void {
    if (isClosed || shownIndex === null) return;
    act();
    viewport.render();
    tell();
  }

  const setWindow = (window: PixelWindow) =>
    change(() => {
      if (!isColour()) viewport.setProperties({ voiRange: rangeOfWindow(window) });
    });

  function flip(how: Flip): void {
    change(() => {
      const { flipHorizontal = false, flipVertical = false } = viewport.getViewPresentation();
      // By the camera: asked of the presentation, the library turns a flip on, but never off again.
      viewport.setCamera(how === "horizontal" ? { flipHorizontal: !flipHorizontal } : { flipVertical: !flipVertical });
    });
  }

  function zoomBy(factor: number, at?: ScreenPoint): void {
    isMoved = true;
    change(() => {
      const { clientWidth, clientHeight } = element;
      const anchor: Types.Point2 = at ? [at[0], at[1]] : [clientWidth / 2, clientHeight / 2];
      const under = viewport.canvasToWorld(anchor);
      viewport.setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, viewport.getZoom() * factor)));
      const [x, y] = viewport.worldToCanvas(under);
      const [panX, panY] = viewport.getPan();
      viewport.setPan([panX + anchor[0] - x, panY + anchor[1] - y]);
    });
  }

  /** The library would set its turn back, too. */
  function fit(): void {
    isMoved = false;
    change(() => {
      const { rotation = 0, flipHorizontal, flipVertical } = viewport.getViewPresentation();
      viewport.resetCamera();
      viewport.setViewPresentation({ rotation, flipHorizontal, flipVertical });
    });
  }

  function reset(): void {
    isMoved = false;
    change(() => {
      viewport.resetProperties();
      // Its turn and flips go back with its place.
      viewport.resetCamera();
    });
  }

  // The element's own size, and what the library changes by itself.
  element.addEventListener(EVENTS.IMAGE_RENDERED, tell);
  const sizes = new ResizeObserver(() => {
    if (isClosed) return;
    engine.resize(true, true);
    // A whole picture stays a whole one.
    if (!isMoved) fit();
  });
  sizes.observe(element);
  void goTo(first).then(loadInAdvance);

  return {
    look() {
      known ??= makeLook();
      return known;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    goTo,
    setWindow,
    invert: () => change(() => viewport.setProperties({ invert: !viewport.getProperties().invert })),
    rotate: () =>
      change(() => {
        const { rotation = 0 } = viewport.getViewPresentation();
        viewport.setViewPresentation({ rotation: (Math.round(rotation) + QUARTER_DEG) % FULL_DEG });
      }),
    flip,
    zoomBy,
    panBy(x, y) {
      isMoved = true;
      change(() => {
        const [panX, panY] = viewport.getPan();
        viewport.setPan([panX + x, panY + y]);
      });
    },
    fit,
    reset,
    toPicture(at) {
      const data = shownIndex === null ? null : viewport.getImageData()?.imageData;
      if (!data) return null;
      const [column, row] = utilities.transformWorldToIndexContinuous(data, viewport.canvasToWorld([at[0], at[1]]));
      return [column, row];
    },
    toScreen(at) {
      const data = shownIndex === null ? null : viewport.getImageData()?.imageData;
      if (!data) return null;
      const [x, y] = viewport.worldToCanvas(utilities.transformIndexToWorld(data, [at[0], at[1], 0]));
      return [x, y];
    },
    close() {
      isClosed = true;
      sizes.disconnect();
      element.removeEventListener(EVENTS.IMAGE_RENDERED, tell);
      engine.disableElement(viewportId);
      listeners.clear();
    },
  };
}

function vectorFrom(from: Types.Point3, to: Types.Point3): PatientVector {
  return [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
}
