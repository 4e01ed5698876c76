/** Nuclei of an analysis on the slide, the region they were looked for in, and the drawing of a new one. */

import { boxOnSlide } from "@parfocal/core/cell-analysis/analysis-region.ts";
import { type Corrections, NO_CORRECTIONS } from "@parfocal/core/cell-analysis/corrections.ts";
import { CELL_CLASSES, type PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import type { Bounds, Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { type CanvasLayer, createCanvasLayer, type PaintFrame } from "../annotation/canvas-layer.ts";
import { createDrawing } from "../annotation/drawing.ts";
import { paintTag, type TagLook } from "../annotation/mark-painting.ts";
import { pathsOf, tidyShape } from "../annotation/shape-paths.ts";
import { createCountingWork } from "../counting/counting-work.ts";
import type { ForeignWorkHandle } from "../slide-work/foreign-work.ts";
import type { Work } from "../slide-work/work.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { boundsInView, screenOfSlide } from "../world/slide-to-screen.ts";
import { type CellFrame, paintAdded, paintNuclei } from "./cell-painting.ts";
import { type CellsByPlace, placeCells } from "./cells-in-view.ts";
import { createPictureCache } from "./picture-cache.ts";

/** Above annotations, below what is counted by hand. */
const Z_INDEX = 3;
/** Nuclei so far beyond the view reach into it. */
const MARGIN_PX = 30;
const REACH_PX = 12;
const TAG_OFFSET_PX = 16;
const HOVER_TAG: TagLook = { color: "#fff", background: "rgb(28 28 30 / 92%)", weight: 500, padding: [3, 8, 2, 8] };
const REGION_DASH = [8, 5];
const REGION_COLOR = "#1c1c1e";
const REGION_HALO = "rgb(255 255 255 / 80%)";

export interface ShownCells {
  readonly nuclei: PackedNuclei;
  readonly corrections?: Corrections;
  /** null: none is drawn. */
  readonly region: Shape | null;
}

export interface CorrectingActions {
  readonly onPut: (place: SlidePoint) => void;
  readonly onUndo: () => void;
  /** Something else took the pointer, or Escape was pressed; not called after `stop`. */
  readonly onEnd: () => void;
}

export interface CellOverlay extends ViewerPart {
  /** null: nothing. */
  show(cells: ShownCells | null): void;
  /** What is said beside the nucleus under the pointer. */
  setDescription(describe: ((nucleus: number) => string) | null): void;
  /** Takes the pointer until a region is drawn. @param onEnd something else took the pointer, or Escape was pressed. */
  drawRegion(
    kind: "rectangle" | "polygon",
    actions: { readonly onDrawn: (region: Shape) => void; readonly onEnd: () => void },
  ): void;
  /** Takes the pointer: each click, tap, or space bar in the middle of the view, tells its place. */
  startCorrecting(actions: CorrectingActions): void;
  /** The upright box around what is seen now, as far as it lies on the slide. @returns null: nothing of the slide is seen. */
  boundsSeen(): Bounds | null;
  /** The nucleus at a place, as far as a pointer is exact. @returns null: none. */
  nucleusAt(place: SlidePoint): number | null;
  /** The one added by hand at a place, by its number among them. @returns null: none. */
  addedAt(place: SlidePoint): number | null;
  stop(): void;
}

export function createCellOverlay(context: ViewerContext): CellOverlay {
  const { map, element, slide, view, emitter, startWork } = context;
  const picture = document.createElement("canvas");
  const cache = createPictureCache();
  let shown: ShownCells | null = null;
  let places: CellsByPlace | null = null;
  let classes: Uint8Array = new Uint8Array(0);
  let removed: ReadonlySet<number> = new Set();
  let describe: ((nucleus: number) => string) | null = null;
  let hovered: number | null = null;
  let held: ForeignWorkHandle | null = null;
  let isDestroyed = false;

  const paintCells = (canvas: CanvasRenderingContext2D, frame: PaintFrame): void => {
    if (!shown || !places) return;
    const micrometresPerSlidePx = slide.pixelSizeUm?.x ?? 1;
    paintShown(canvas, shown, { places, removed, classes, frame, micrometresPerSlidePx, picture });
  };
  const layer: CanvasLayer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => shown === null,
    paint(canvas, frame) {
      if (!shown || !places) return;
      if (frame.isMoving) paintCells(canvas, frame);
      else canvas.drawImage(cache.pictureOf(frame, paintCells), 0, 0, frame.width, frame.height);
      if (hovered === null || !describe || frame.isMoving) return;
      const { centroids } = shown.nuclei;
      paintHovered(canvas, describe(hovered), [centroids[2 * hovered]!, centroids[2 * hovered + 1]!], frame);
    },
  });

  const nucleusAt = (place: SlidePoint): number | null =>
    places?.nearest(place, REACH_PX * view.resolution(), (nucleus) => !removed.has(nucleus)) ?? null;
  const setHovered = (next: number | null): void => {
    if (next === hovered) return;
    hovered = next;
    if (describe) layer.repaint();
  };
  const endListening = emitter.on("pointer", (place) => setHovered(place ? nucleusAt(place.point) : null));
  const handleLeave = (): void => setHovered(null);
  element.addEventListener("pointerleave", handleLeave);

  const hold = (work: Work, onEnd: () => void, onFinish: (shape: Shape) => void = () => undefined): void => {
    const handleEnd = (): void => {
      held = null;
      onEnd();
    };
    held = startWork({ work, onFinish, onEnd: handleEnd });
  };

  const overlay: CellOverlay = {
    show(cells) {
      const isSame = cells !== null && cells.nuclei === shown?.nuclei;
      shown = cells;
      cache.clear();
      if (!isSame) {
        places = cells && placeCells(cells.nuclei);
        hovered = null;
      }
      classes = cells ? cells.nuclei.classes.slice() : new Uint8Array(0);
      const { changed, removed: gone } = cells?.corrections ?? NO_CORRECTIONS;
      for (const { nucleus, cellClass } of changed) classes[nucleus] = CELL_CLASSES.indexOf(cellClass);
      removed = new Set(gone);
      layer.repaint();
    },
    setDescription(next) {
      describe = next;
      layer.repaint();
    },
    drawRegion(kind, { onDrawn, onEnd }) {
      overlay.stop();
      const work = createDrawing(kind, false, { onChange: () => held?.draw(), onDone: () => held?.finish() });
      hold(work, onEnd, (region) => {
        overlay.stop();
        onDrawn(tidyShape(region, slide));
      });
    },
    startCorrecting(actions) {
      overlay.stop();
      hold(createCorrectingWork(actions), actions.onEnd);
    },
    boundsSeen: () => boundsSeen(view, slide),
    nucleusAt,
    addedAt: (place) => addedWithin(shown?.corrections?.added ?? [], place, REACH_PX * view.resolution()),
    stop() {
      const handle = held;
      held = null;
      handle?.stop();
    },
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      overlay.stop();
      endListening();
      element.removeEventListener("pointerleave", handleLeave);
      layer.destroy();
    },
  };
  return overlay;
}

interface ShownFrame extends CellFrame {
  readonly places: CellsByPlace;
  readonly removed: ReadonlySet<number>;
  readonly classes: Uint8Array;
}

function paintShown(
  canvas: CanvasRenderingContext2D,
  { nuclei, region, corrections = NO_CORRECTIONS }: ShownCells,
  { places, removed, classes, ...order }: ShownFrame,
): void {
  const { frame } = order;
  if (region) paintRegion(canvas, region, frame);
  const indices: number[] = [];
  places.within(boundsInView(frame.toScreen, frame, MARGIN_PX), (nucleus) => {
    if (!removed.has(nucleus)) indices.push(nucleus);
  });
  paintNuclei(canvas, { nuclei, indices, classOf: (index) => classes[index] ?? 0 }, order);
  paintAdded(canvas, corrections.added, frame);
}

function addedWithin(added: Corrections["added"], [x, y]: SlidePoint, reachPx: number): number | null {
  const index = added.findIndex(({ at }) => Math.hypot(at[0] - x, at[1] - y) <= reachPx);
  return index < 0 ? null : index;
}

function paintRegion(canvas: CanvasRenderingContext2D, region: Shape, frame: PaintFrame): void {
  canvas.beginPath();
  for (const { points } of pathsOf(region)) {
    for (const [index, point] of points.entries()) {
      const [x, y] = screenOfSlide(frame.toScreen, point);
      if (index === 0) canvas.moveTo(x, y);
      else canvas.lineTo(x, y);
    }
    canvas.closePath();
  }
  canvas.setLineDash([]);
  canvas.strokeStyle = REGION_HALO;
  canvas.lineWidth = 4;
  canvas.stroke();
  canvas.setLineDash(REGION_DASH);
  canvas.strokeStyle = REGION_COLOR;
  canvas.lineWidth = 2;
  canvas.stroke();
  canvas.setLineDash([]);
}

function paintHovered(
  canvas: CanvasRenderingContext2D,
  text: string,
  place: SlidePoint,
  { toScreen, width }: PaintFrame,
): void {
  const [x, y] = screenOfSlide(toScreen, place);
  canvas.font = `${HOVER_TAG.weight} 13px sans-serif`;
  const room = width - canvas.measureText(text).width - 2 * TAG_OFFSET_PX;
  const above = y - TAG_OFFSET_PX * 1.5;
  const below = y + TAG_OFFSET_PX * 1.5;
  paintTag(
    canvas,
    text,
    [Math.max(TAG_OFFSET_PX, Math.min(x, room)), above < TAG_OFFSET_PX ? below : above],
    HOVER_TAG,
  );
}

function boundsSeen(view: ViewerContext["view"], slide: ViewerContext["slide"]): Bounds | null {
  const [width, height] = view.size();
  const [x, y] = view.state().center;
  const turn = (view.turnDeg() / 180) * Math.PI;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const halfWidth = ((width * cos + height * sin) / 2) * view.resolution();
  const halfHeight = ((width * sin + height * cos) / 2) * view.resolution();
  return boxOnSlide({ minX: x - halfWidth, minY: y - halfHeight, maxX: x + halfWidth, maxY: y + halfHeight }, slide);
}

const createCorrectingWork = ({ onPut, onUndo }: CorrectingActions): Work =>
  createCountingWork({
    onPut,
    onUndo,
    onRemove: () => undefined,
    onRedo: () => undefined,
    onPointer: () => undefined,
    handleAt: () => null,
    onDrag: () => undefined,
    onCursor: () => undefined,
  });
