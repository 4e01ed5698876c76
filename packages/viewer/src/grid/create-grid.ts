/** The grid over a slide, on a separate canvas between the tiles and the annotations. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { type GridGeometry, gridGeometry } from "@parfocal/core/grid/grid-cells.ts";
import { FONT } from "../annotation/annotation-rendering.ts";
import { createCanvasLayer, type PaintFrame } from "../annotation/canvas-layer.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { boundsInView, type ScreenPoint } from "../world/slide-to-screen.ts";
import { type GridLabelling, type GridPicture, gridPicture } from "./grid-picture.ts";

/** Above the tiles (0), below the annotations (1). */
const Z_INDEX = 0.5;
const LINE_WIDTH_PX = 1;
const LABEL_FONT = `600 12px ${FONT}`;
const LABEL_COLOR = "#111";
const LABEL_HALO = "rgb(255 255 255 / 85%)";
const LABEL_HALO_PX = 3;

export interface ShownGrid extends GridLabelling {
  /** CSS colour. */
  readonly color: string;
  /** Positive. */
  readonly cellSizeMm: number;
  /** null: the middle of the view. */
  readonly center: SlidePoint | null;
}

export interface Grid extends ViewerPart {
  /** null: no grid. Nothing is shown on a slide without a pixel size. */
  show(grid: ShownGrid | null): void;
  /** The current grid; null: none is shown. */
  geometry(): GridGeometry | null;
  /** Whether the grid is hidden because its cells would be smaller than 5 px. */
  isTooSmall(): boolean;
  /** Subscribes to changes of `isTooSmall`. @returns a function that unsubscribes. */
  onTooSmall(listener: () => void): () => void;
}

/** A line of one device pixel falls between two pixels unless it is moved by half a pixel. */
function crisp([x, y]: ScreenPoint, pixelRatio: number): ScreenPoint {
  return [(Math.floor(x * pixelRatio) + 0.5) / pixelRatio, (Math.floor(y * pixelRatio) + 0.5) / pixelRatio];
}

function paintPicture(
  context: CanvasRenderingContext2D,
  { lines, labels }: GridPicture,
  color: string,
  { pixelRatio, toScreen }: PaintFrame,
): void {
  const isUpright = Math.abs(toScreen.a) < 1e-9 || Math.abs(toScreen.b) < 1e-9;
  context.beginPath();
  for (const [from, to] of lines) {
    const [x0, y0] = isUpright ? crisp(from, pixelRatio) : from;
    const [x1, y1] = isUpright ? crisp(to, pixelRatio) : to;
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.setLineDash([]);
  context.lineWidth = Math.max(1, Math.round(LINE_WIDTH_PX * pixelRatio)) / pixelRatio;
  context.strokeStyle = color;
  context.stroke();
  if (labels.length === 0) return;
  context.font = LABEL_FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = LABEL_HALO_PX;
  context.strokeStyle = LABEL_HALO;
  context.fillStyle = LABEL_COLOR;
  for (const { text, at } of labels) {
    context.strokeText(text, at[0], at[1]);
    context.fillText(text, at[0], at[1]);
  }
}

export function createGrid({ map, slide, view }: ViewerContext): Grid {
  const { pixelSizeUm } = slide;
  let shown: ShownGrid | null = null;
  let isTooSmall = false;
  let isDestroyed = false;
  const listeners = new Set<() => void>();

  const reportTooSmall = (next: boolean): void => {
    if (next === isTooSmall) return;
    isTooSmall = next;
    // Not during the current frame.
    queueMicrotask(() => {
      for (const listener of listeners) listener();
    });
  };
  const geometryAround = (center: SlidePoint): GridGeometry | null =>
    shown && pixelSizeUm
      ? gridGeometry({ slide, pixelSizeUm, cellSizeMm: shown.cellSizeMm, center: shown.center ?? center })
      : null;

  const layer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => shown === null || pixelSizeUm === null,
    paint(context, frame) {
      const { minX, minY, maxX, maxY } = boundsInView(frame.toScreen, frame, 0);
      const grid = geometryAround([(minX + maxX) / 2, (minY + maxY) / 2]);
      const picture = grid && shown && gridPicture(grid, shown, frame);
      reportTooSmall(grid !== null && picture === null);
      if (picture && shown) paintPicture(context, picture, shown.color, frame);
    },
  });

  return {
    show(grid) {
      shown = grid;
      if (!grid) reportTooSmall(false);
      layer.repaint();
    },
    geometry: () => geometryAround(view.state().center),
    isTooSmall: () => isTooSmall,
    onTooSmall(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      listeners.clear();
      layer.destroy();
    },
  };
}
