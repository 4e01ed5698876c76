import type { ViewerEmitter } from "../events/viewer-events.ts";
import type { Plane, SlideDescription } from "../slide-description.ts";
import type { ChangeablePictures } from "../tiles/changeable-pictures.ts";
import { levelsCoarsestFirst, tileCountsOf } from "../tiles/level-choice.ts";
import type { SlideTile } from "../tiles/slide-tile.ts";
import type { SlideView } from "../view-state/slide-view.ts";
import type { ViewerLabels } from "../viewer-labels.ts";
import { createOverview } from "./overview.ts";

/** In a narrower viewer the overview is initially collapsed, CSS px. */
const OPEN_FROM_WIDTH_PX = 640;
/**
 * A coarsest level with at most this many tiles is loaded completely for the overview, once the view itself is sharp.
 */
const OVERVIEW_MAX_TILES = 400;

export interface OverviewConnection {
  showView(): void;
  /** Uses a tile of the coarsest level; ignores others. */
  showTile(tile: SlideTile): void;
  setTexts(labels: ViewerLabels): void;
  destroy(): void;
}

export interface OverviewParts {
  readonly slide: SlideDescription;
  readonly labels: ViewerLabels;
  readonly view: SlideView;
  readonly pictures: ChangeablePictures;
  readonly plane: () => Plane;
  readonly emitter: ViewerEmitter;
}

/**
 * Adds the overview to the viewer; its image consists of the coarsest level's tiles, which the viewer loads anyway. A
 * colour adjustment is always a filter here, where it costs almost nothing, so the overview uses images without
 * adjustment.
 */
export function connectOverview(element: HTMLElement, parts: OverviewParts): OverviewConnection {
  const { slide, view, pictures, plane, emitter } = parts;
  const overview = createOverview(slide, {
    labels: parts.labels,
    isOpenAtFirst: element.clientWidth >= OPEN_FROM_WIDTH_PX,
    onMove: (center) => view.move({ center }, false),
  });
  element.append(overview.element);
  const coarsest = levelsCoarsestFirst(slide)[0];
  const shown = new Set<string>();
  let stop = new AbortController();

  const show = (image: ImageBitmap, x: number, y: number): void => {
    if (!coarsest) return;
    const { tileWidth, tileHeight, downsample } = coarsest.level;
    const [width, height] = [tileWidth * downsample, tileHeight * downsample];
    shown.add(`${x},${y}`);
    overview.addPicture({ image, x: x * width, y: y * height, width, height });
  };
  /** Loads one tile after the other, so that they never delay the view's own tiles. */
  const loadMissing = async (): Promise<void> => {
    if (!coarsest) return;
    const { level, index } = coarsest;
    const [columns, rows] = tileCountsOf(level);
    const { signal } = stop;
    if (columns * rows > OVERVIEW_MAX_TILES) return;
    for (let place = 0; place < columns * rows; place += 1) {
      const [x, y] = [place % columns, Math.floor(place / columns)];
      if (shown.has(`${x},${y}`)) continue;
      if (signal.aborted) return;
      const image = await pictures.uncoloured.load({ level, index, x, y }, plane(), signal);
      if (!signal.aborted) show(image, x, y);
      image.close();
    }
  };
  let hasRequestedMissing = false;
  /** The plane or the colours have changed: the current image stays until the new one is loaded. */
  const restart = (): void => {
    stop.abort();
    stop = new AbortController();
    shown.clear();
    hasRequestedMissing = false;
  };
  const stops = [
    emitter.on("plane", restart),
    emitter.on("channels", restart),
    emitter.on("pictures", restart),
    emitter.on("sharp", () => {
      if (hasRequestedMissing) return;
      hasRequestedMissing = true;
      // A missing tile here is not a failure: the viewer reports it when it needs the same tile.
      loadMissing().catch(() => undefined);
    }),
  ];

  return {
    showView() {
      const [width, height] = view.size();
      overview.showView({
        center: view.state().center,
        resolution: view.resolution(),
        turnDeg: view.turnDeg(),
        width,
        height,
      });
    },
    showTile(tile) {
      const image = tile.getData();
      const [z, x = 0, y = 0] = tile.tileCoord;
      if (z === 0 && image && !pictures.areColoured()) show(image, x, y);
    },
    setTexts: (labels) => overview.setTexts(labels),
    destroy() {
      for (const stopListening of stops) stopListening();
      stop.abort();
    },
  };
}
