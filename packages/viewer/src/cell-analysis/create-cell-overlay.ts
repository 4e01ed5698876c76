/** Shows the nuclei of an analysis on the slide and its region, and draws new regions. */

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
import type { ToolWorkHandle } from "../slide-work/tool-work.ts";
import type { Work } from "../slide-work/work.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { boundsInView, screenOfSlide } from "../world/slide-to-screen.ts";
import { type CellFrame, type PaintedCells, paintAdded, paintNuclei, paintOtherNuclei } from "./cell-painting.ts";
import { type CellsByPlace, placeCells } from "./cells-in-view.ts";
import { createPictureCache } from "./picture-cache.ts";

/** Above annotations, below manual counts. */
const Z_INDEX = 3;
/** Margin around the view in which nuclei may extend into it. */
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
  /** null: no region. */
  readonly region: Shape | null;
  /** Analysed area, if it is not the whole region; painted as a thin line. */
  readonly frame?: Shape;
  /** Another result to compare with. */
  readonly beside?: ComparedCells;
}

export interface ComparedCells {
  readonly cells: Omit<ShownCells, "beside">;
  /** `over`: in one colour below the nuclei of this result. `split`: in place of them, right of a line. */
  readonly layout: "over" | "split";
  /** Horizontal position of the line in the view, 0 to 1. */
  readonly splitAt: number;
}

/** @param which of the two compared results the nucleus belongs to. */
export type DescribeNucleus = (nucleus: number, which: "this" | "other") => string;

interface HoveredNucleus {
  readonly nucleus: number;
  readonly which: "this" | "other";
}

export interface CorrectingActions {
  readonly onPut: (place: SlidePoint) => void;
  readonly onUndo: () => void;
  /** Another tool took the pointer, or Escape was pressed; not called after `stop`. */
  readonly onEnd: () => void;
}

export interface CellOverlay extends ViewerPart {
  /** null: shows nothing. */
  show(cells: ShownCells | null): void;
  /** Sets the label of the nucleus under the pointer; right of the line, that of the other result. */
  setDescription(describe: DescribeNucleus | null): void;
  /**
   * Takes the pointer until a region is drawn. @param onEnd called if another tool took the pointer, or Escape was
   * pressed.
   */
  drawRegion(
    kind: "rectangle" | "polygon",
    actions: { readonly onDrawn: (region: Shape) => void; readonly onEnd: () => void },
  ): void;
  /** Takes the pointer: each click, tap, or space bar in the middle of the view reports its position. */
  startCorrecting(actions: CorrectingActions): void;
  /** Bounding box of the visible part of the slide. @returns null if no part of the slide is visible. */
  boundsSeen(): Bounds | null;
  /**
   * Horizontal position in the view of a point of the page: 0 at the left edge, 1 at the right. @param clientX CSS px.
   */
  shareOfWidth(clientX: number): number;
  /** The nucleus at a point, within the pointer's accuracy. @returns null if there is none. */
  nucleusAt(place: SlidePoint): number | null;
  /** Index of the nucleus added by hand at a point. @returns null if there is none. */
  addedAt(place: SlidePoint): number | null;
  stop(): void;
}

export function createCellOverlay(context: ViewerContext): CellOverlay {
  const { map, element, slide, view, emitter, startWork } = context;
  const picture = document.createElement("canvas");
  const cache = createPictureCache();
  let shown: ShownCells | null = null;
  let placed: PlacedCells | null = null;
  let other: PlacedCells | null = null;
  let describe: DescribeNucleus | null = null;
  let hovered: HoveredNucleus | null = null;
  let lastFrame: PaintFrame | null = null;
  let toolWork: ToolWorkHandle | null = null;
  let isDestroyed = false;

  const paintCells = (canvas: CanvasRenderingContext2D, frame: PaintFrame): void => {
    const order = { frame, micrometresPerSlidePx: slide.pixelSizeUm?.x ?? 1, picture };
    if (shown && placed) paintShown(canvas, shown, [placed, other], order);
  };
  const layer: CanvasLayer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => shown === null,
    paint(canvas, frame) {
      if (!shown || !placed) return;
      lastFrame = frame;
      if (frame.isMoving) paintCells(canvas, frame);
      else canvas.drawImage(cache.pictureOf(frame, paintCells), 0, 0, frame.width, frame.height);
      if (hovered === null || !describe || frame.isMoving) return;
      const cells = hovered.which === "other" && other ? other : placed;
      paintHovered(canvas, describe(hovered.nucleus, hovered.which), centroidOf(cells, hovered.nucleus), frame);
    },
  });

  const nucleusAt = (place: SlidePoint): number | null => nearestOf(placed, place, REACH_PX * view.resolution());
  const setHovered = (next: HoveredNucleus | null): void => {
    if (next?.nucleus === hovered?.nucleus && next?.which === hovered?.which) return;
    hovered = next;
    if (describe) layer.repaint();
  };
  const hoverAt = (place: SlidePoint): void => {
    const which = isOfOther(shown?.beside, place, lastFrame) ? "other" : "this";
    const nucleus = nearestOf(which === "other" ? other : placed, place, REACH_PX * view.resolution());
    setHovered(nucleus === null ? null : { nucleus, which });
  };
  const endListening = emitter.on("pointer", (place) => (place ? hoverAt(place.point) : setHovered(null)));
  const handleLeave = (): void => setHovered(null);
  element.addEventListener("pointerleave", handleLeave);

  const hold = (work: Work, onEnd: () => void, onFinish: (shape: Shape) => void = () => undefined): void => {
    const handleEnd = (): void => {
      toolWork = null;
      onEnd();
    };
    toolWork = startWork({ work, onFinish, onEnd: handleEnd });
  };

  const overlay: CellOverlay = {
    show(cells) {
      const isSame = cells !== null && cells.nuclei === shown?.nuclei;
      shown = cells;
      cache.clear();
      if (!isSame || hovered?.which === "other" || cells?.beside?.layout === "split") hovered = null;
      placed = cells && placeShown(cells, placed);
      other = cells?.beside ? placeShown(cells.beside.cells, other) : null;
      layer.repaint();
    },
    setDescription(next) {
      describe = next;
      layer.repaint();
    },
    drawRegion(kind, { onDrawn, onEnd }) {
      overlay.stop();
      const work = createDrawing(kind, false, { onChange: () => toolWork?.draw(), onDone: () => toolWork?.finish() });
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
    shareOfWidth: (clientX) => shareOfWidth(element, clientX),
    nucleusAt,
    addedAt: (place) => addedWithin(shown?.corrections?.added ?? [], place, REACH_PX * view.resolution()),
    stop() {
      const handle = toolWork;
      toolWork = null;
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

/** Nuclei indexed by position, with their corrections. */
interface PlacedCells {
  readonly nuclei: PackedNuclei;
  readonly added: Corrections["added"];
  readonly places: CellsByPlace;
  readonly removed: ReadonlySet<number>;
  readonly classes: Uint8Array;
}

/** @param before previous result, whose index is reused for the same nuclei. */
function placeShown({ nuclei, corrections = NO_CORRECTIONS }: ShownCells, before: PlacedCells | null): PlacedCells {
  const classes = nuclei.classes.slice();
  for (const { nucleus, cellClass } of corrections.changed) classes[nucleus] = CELL_CLASSES.indexOf(cellClass);
  const places = before?.nuclei === nuclei ? before.places : placeCells(nuclei);
  return { nuclei, added: corrections.added, places, removed: new Set(corrections.removed), classes };
}

function paintShown(
  canvas: CanvasRenderingContext2D,
  { region, frame, beside }: ShownCells,
  [placed, other]: readonly [PlacedCells, PlacedCells | null],
  order: CellFrame,
): void {
  if (frame) paintFrame(canvas, frame, order.frame);
  if (region) paintRegion(canvas, region, order.frame);
  if (other && beside) paintBeside(canvas, [placed, other], beside, order);
  else paintPlaced(canvas, placed, order);
}

/** The nuclei in view. */
function paintedOf({ nuclei, places, removed, classes }: PlacedCells, frame: PaintFrame): PaintedCells {
  const indices: number[] = [];
  places.within(boundsInView(frame.toScreen, frame, MARGIN_PX), (nucleus) => {
    if (!removed.has(nucleus)) indices.push(nucleus);
  });
  return { nuclei, indices, classOf: (index) => classes[index] ?? 0 };
}

function paintPlaced(canvas: CanvasRenderingContext2D, placed: PlacedCells, order: CellFrame): void {
  paintNuclei(canvas, paintedOf(placed, order.frame), order);
  paintAdded(canvas, placed.added, order.frame);
}

function paintBeside(
  canvas: CanvasRenderingContext2D,
  [placed, other]: readonly [PlacedCells, PlacedCells],
  { layout, splitAt }: ComparedCells,
  order: CellFrame,
): void {
  const { frame } = order;
  if (layout === "over") {
    paintOtherNuclei(canvas, paintedOf(other, frame), order);
    paintPlaced(canvas, placed, order);
    return;
  }
  const line = frame.width * splitAt;
  paintWithin(canvas, [0, line], frame, () => paintPlaced(canvas, placed, order));
  paintWithin(canvas, [line, frame.width], frame, () => paintPlaced(canvas, other, order));
  paintDivider(canvas, line, frame);
}

/** @param between left and right edge of the area, CSS px. */
function paintWithin(
  canvas: CanvasRenderingContext2D,
  [left, right]: readonly [number, number],
  { height }: PaintFrame,
  paint: () => void,
): void {
  canvas.save();
  canvas.beginPath();
  canvas.rect(left, 0, right - left, height);
  canvas.clip();
  paint();
  canvas.restore();
}

function paintDivider(canvas: CanvasRenderingContext2D, x: number, { height }: PaintFrame): void {
  canvas.setLineDash([]);
  for (const [color, width] of [
    [REGION_HALO, 4],
    [REGION_COLOR, 2],
  ] as const) {
    canvas.beginPath();
    canvas.moveTo(x, 0);
    canvas.lineTo(x, height);
    canvas.strokeStyle = color;
    canvas.lineWidth = width;
    canvas.stroke();
  }
}

function addedWithin(added: Corrections["added"], [x, y]: SlidePoint, reachPx: number): number | null {
  const index = added.findIndex(({ at }) => Math.hypot(at[0] - x, at[1] - y) <= reachPx);
  return index < 0 ? null : index;
}

/** Whether a point is right of the line between two results. */
function isOfOther(beside: ComparedCells | undefined, place: SlidePoint, frame: PaintFrame | null): boolean {
  return (
    frame !== null &&
    beside?.layout === "split" &&
    screenOfSlide(frame.toScreen, place)[0] > frame.width * beside.splitAt
  );
}

/** @param reachPx maximum distance from the nucleus's centre, slide px. */
function nearestOf(cells: PlacedCells | null, place: SlidePoint, reachPx: number): number | null {
  return cells?.places.nearest(place, reachPx, (nucleus) => !cells.removed.has(nucleus)) ?? null;
}

function paintFrame(canvas: CanvasRenderingContext2D, shape: Shape, frame: PaintFrame): void {
  traceShape(canvas, shape, frame);
  canvas.setLineDash([]);
  canvas.strokeStyle = REGION_HALO;
  canvas.lineWidth = 3;
  canvas.stroke();
  canvas.strokeStyle = REGION_COLOR;
  canvas.lineWidth = 1;
  canvas.stroke();
}

function traceShape(canvas: CanvasRenderingContext2D, shape: Shape, frame: PaintFrame): void {
  canvas.beginPath();
  for (const { points } of pathsOf(shape)) {
    for (const [index, point] of points.entries()) {
      const [x, y] = screenOfSlide(frame.toScreen, point);
      if (index === 0) canvas.moveTo(x, y);
      else canvas.lineTo(x, y);
    }
    canvas.closePath();
  }
}

function paintRegion(canvas: CanvasRenderingContext2D, region: Shape, frame: PaintFrame): void {
  traceShape(canvas, region, frame);
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

function centroidOf({ nuclei: { centroids } }: PlacedCells, nucleus: number): SlidePoint {
  return [centroids[2 * nucleus]!, centroids[2 * nucleus + 1]!];
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

function shareOfWidth(element: HTMLElement, clientX: number): number {
  const { left, width } = element.getBoundingClientRect();
  return (clientX - left) / Math.max(1, width);
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
