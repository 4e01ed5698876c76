import type { ViewerEmitter } from "../events/viewer-events.ts";
import type { Plane, SlideDescription } from "../slide-description.ts";
import type { ChangeablePictures } from "../tiles/changeable-pictures.ts";
import { levelsCoarsestFirst, tileCountsOf } from "../tiles/level-choice.ts";
import type { SlideTile } from "../tiles/slide-tile.ts";
import type { SlideView } from "../view-state/slide-view.ts";
import type { ViewerLabels } from "../viewer-labels.ts";
import { createOverview } from "./overview.ts";

/** In a narrower viewer the overview begins closed, CSS px. */
const OPEN_FROM_WIDTH_PX = 640;
/** A coarsest level of up to this many tiles is loaded whole for the overview, once the view itself is sharp. */
const OVERVIEW_MAX_TILES = 400;

export interface OverviewConnection {
  showView(): void;
  /** Takes over a tile of the coarsest level; others are left. */
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
 * Puts the overview into the viewer; its picture is what the viewer has loaded of the coarsest level anyway. An adjustment
 * of colours is always a filter here, where it costs next to nothing: so its pictures are without.
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
  /** One after the other, so that they never stand in the way of the view's own tiles. */
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
  let hasAskedForMissing = false;
  /** The picture is of another plane or in other colours: what is there stays until the new comes. */
  const beginAnew = (): void => {
    stop.abort();
    stop = new AbortController();
    shown.clear();
    hasAskedForMissing = false;
  };
  const stops = [
    emitter.on("plane", beginAnew),
    emitter.on("channels", beginAnew),
    emitter.on("pictures", beginAnew),
    emitter.on("sharp", () => {
      if (hasAskedForMissing) return;
      hasAskedForMissing = true;
      // A picture with a gap is no failure: the viewer tells of the same tile when it is needed there.
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
