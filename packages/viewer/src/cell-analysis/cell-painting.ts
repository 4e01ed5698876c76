/** Paints nuclei: outlines by class if they are large enough, otherwise dots; 100,000 dots cost a few milliseconds. */
import type { CellClass } from "@parfocal/core/cell-analysis/nucleus.ts";
import { CELL_CLASSES, type PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { PaintFrame } from "../annotation/canvas-layer.ts";
import { type ScreenPoint, scaleOf, screenOfSlide } from "../world/slide-to-screen.ts";

/**
 * Red and blue are distinguishable with any colour vision, on brown and on blue; dashes show the class without colour.
 */
export const CELL_COLORS: Readonly<Record<CellClass, string>> = {
  positive: "#e3000f",
  negative: "#0a5bd8",
  other: "#00d084",
};
type Rgb = readonly [red: number, green: number, blue: number];
const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const CELL_RGB: readonly Rgb[] = CELL_CLASSES.map((cellClass) => rgbOf(CELL_COLORS[cellClass]));
const OPAQUE = 255;
const LINE_WIDTH_PX = 1.5;
const HALO_WIDTH_PX = 3;
const HALO = "rgb(255 255 255 / 75%)";
/** As for annotations: a single path for all is slow, and so is one path each. */
const OUTLINES_PER_PATH = 64;
/** With more nuclei in view than this, dots are painted: at rest, and while the view moves. */
const OUTLINES_MAX = 12_000;
const OUTLINES_MAX_MOVING = 500;
/**
 * Above this number, outlines have neither halo nor dashes, which would not be visible and each need a further stroke.
 */
const ADORNED_MAX = 1_000;
/** Nuclei smaller than this are painted as dots, CSS px. */
const OUTLINED_FROM_PX = 5;
const DOT_PX = 3;
const ADDED_ARM_PX = 5;
/** Typical width of a nucleus, µm. */
const NUCLEUS_UM = 7;

/**
 * Colour of the other result, painted below this one: visible around shared nuclei, and alone where this one has none.
 */
export const OTHER_RESULT_COLOR = "#ffb000";
const OTHER_RESULT_RGB: readonly Rgb[] = CELL_CLASSES.map(() => rgbOf(OTHER_RESULT_COLOR));
const OTHER_RESULT_WIDTH_PX = 4;
const CELL_OUTLINE_ALPHA = 0.6;

/** Visible nuclei with their current classes. */
export interface PaintedCells {
  readonly nuclei: PackedNuclei;
  readonly indices: readonly number[];
  readonly classOf: (index: number) => number;
}

function areOutlined(count: number, micrometresPerSlidePx: number, { toScreen, isMoving }: PaintFrame): boolean {
  const widthPx = (NUCLEUS_UM / micrometresPerSlidePx) * scaleOf(toScreen);
  return widthPx >= OUTLINED_FROM_PX && count <= (isMoving ? OUTLINES_MAX_MOVING : OUTLINES_MAX);
}

type Outlines = Pick<PackedNuclei, "starts" | "corners">;

function traceOutline(
  context: CanvasRenderingContext2D,
  { starts, corners }: Outlines,
  nucleus: number,
  { toScreen: { a, b, c, d, e, f } }: PaintFrame,
): void {
  const [from, to] = [starts[nucleus]!, starts[nucleus + 1]!];
  for (let corner = from; corner < to; corner += 1) {
    const [x, y] = [corners[2 * corner]!, corners[2 * corner + 1]!];
    if (corner === from) context.moveTo(a * x + c * y + e, b * x + d * y + f);
    else context.lineTo(a * x + c * y + e, b * x + d * y + f);
  }
  context.closePath();
}

/** Strokes several outlines with one path. */
function strokeAll(
  context: CanvasRenderingContext2D,
  outlines: Outlines,
  members: readonly number[],
  frame: PaintFrame,
): void {
  for (let start = 0; start < members.length; start += OUTLINES_PER_PATH) {
    context.beginPath();
    for (const nucleus of members.slice(start, start + OUTLINES_PER_PATH))
      traceOutline(context, outlines, nucleus, frame);
    context.stroke();
  }
}

/** Outlines of the cells around the nuclei: thin, so that nuclei remain prominent. */
function paintCellOutlines(
  context: CanvasRenderingContext2D,
  { nuclei, indices, classOf }: PaintedCells,
  frame: PaintFrame,
): void {
  if (nuclei.cellCorners.length === 0 || frame.isMoving) return;
  const outlines = { starts: nuclei.cellStarts, corners: nuclei.cellCorners };
  const outlined = indices.filter((index) => outlines.starts[index] !== outlines.starts[index + 1]);
  context.save();
  context.globalAlpha = CELL_OUTLINE_ALPHA;
  context.lineWidth = 1;
  for (const [number, cellClass] of CELL_CLASSES.entries()) {
    context.strokeStyle = CELL_COLORS[cellClass];
    strokeAll(
      context,
      outlines,
      outlined.filter((index) => classOf(index) === number),
      frame,
    );
  }
  context.restore();
}

function paintOutlines(context: CanvasRenderingContext2D, cells: PaintedCells, frame: PaintFrame): void {
  const { nuclei, indices, classOf } = cells;
  const isAdorned = indices.length <= ADORNED_MAX && !frame.isMoving;
  paintCellOutlines(context, cells, frame);
  context.lineJoin = isAdorned ? "round" : "bevel";
  for (const [number, cellClass] of CELL_CLASSES.entries()) {
    const members = indices.filter((index) => classOf(index) === number);
    context.setLineDash([]);
    for (let start = 0; start < members.length; start += OUTLINES_PER_PATH) {
      context.beginPath();
      for (const nucleus of members.slice(start, start + OUTLINES_PER_PATH))
        traceOutline(context, nuclei, nucleus, frame);
      if (isAdorned) {
        context.strokeStyle = HALO;
        context.lineWidth = HALO_WIDTH_PX;
        context.stroke();
      }
      context.strokeStyle = CELL_COLORS[cellClass];
      context.lineWidth = isAdorned ? LINE_WIDTH_PX : 1;
      context.setLineDash(isAdorned && cellClass === "negative" ? [4, 2] : []);
      context.stroke();
      context.setLineDash([]);
    }
  }
}

/** @param picture a canvas used for drawing; its content is lost. */
function paintDots(
  context: CanvasRenderingContext2D,
  { nuclei, indices, classOf }: PaintedCells,
  { toScreen: { a, b, c, d, e, f }, width, height }: PaintFrame,
  picture: HTMLCanvasElement,
  colours: readonly Rgb[] = CELL_RGB,
): void {
  picture.width = Math.max(1, Math.ceil(width));
  picture.height = Math.max(1, Math.ceil(height));
  const pictureContext = picture.getContext("2d");
  if (!pictureContext) return;
  const pixels = pictureContext.createImageData(picture.width, picture.height);
  for (const index of indices) {
    const [x, y] = [nuclei.centroids[2 * index]!, nuclei.centroids[2 * index + 1]!];
    const left = Math.round(a * x + c * y + e - DOT_PX / 2);
    const top = Math.round(b * x + d * y + f - DOT_PX / 2);
    const [red, green, blue] = colours[classOf(index)] ?? [0, 0, 0];
    for (let row = Math.max(0, top); row < Math.min(picture.height, top + DOT_PX); row += 1)
      for (let column = Math.max(0, left); column < Math.min(picture.width, left + DOT_PX); column += 1) {
        const at = 4 * (row * picture.width + column);
        pixels.data[at] = red;
        pixels.data[at + 1] = green;
        pixels.data[at + 2] = blue;
        pixels.data[at + 3] = OPAQUE;
      }
  }
  pictureContext.putImageData(pixels, 0, 0);
  context.drawImage(picture, 0, 0);
}

export interface CellFrame {
  readonly frame: PaintFrame;
  readonly micrometresPerSlidePx: number;
  /** A canvas used for drawing; its content is lost. */
  readonly picture: HTMLCanvasElement;
}

export function paintNuclei(
  context: CanvasRenderingContext2D,
  cells: PaintedCells,
  { frame, micrometresPerSlidePx, picture }: CellFrame,
): void {
  if (areOutlined(cells.indices.length, micrometresPerSlidePx, frame)) paintOutlines(context, cells, frame);
  else paintDots(context, cells, frame, picture);
}

/** Paints all nuclei in one colour, regardless of class, below the nuclei of the current result. */
export function paintOtherNuclei(
  context: CanvasRenderingContext2D,
  cells: PaintedCells,
  { frame, micrometresPerSlidePx, picture }: CellFrame,
): void {
  if (!areOutlined(cells.indices.length, micrometresPerSlidePx, frame)) {
    paintDots(context, cells, frame, picture, OTHER_RESULT_RGB);
    return;
  }
  context.setLineDash([]);
  context.lineJoin = "round";
  context.strokeStyle = OTHER_RESULT_COLOR;
  context.lineWidth = frame.isMoving ? 2 : OTHER_RESULT_WIDTH_PX;
  strokeAll(context, cells.nuclei, cells.indices, frame);
}

export interface AddedCell {
  readonly at: SlidePoint;
  readonly cellClass: CellClass;
}

/** Paints nuclei added by hand as a cross, since they have no outline. */
export function paintAdded(context: CanvasRenderingContext2D, added: readonly AddedCell[], frame: PaintFrame): void {
  context.setLineDash([]);
  for (const { at, cellClass } of added) {
    const [x, y]: ScreenPoint = screenOfSlide(frame.toScreen, at);
    context.beginPath();
    context.moveTo(x - ADDED_ARM_PX, y);
    context.lineTo(x + ADDED_ARM_PX, y);
    context.moveTo(x, y - ADDED_ARM_PX);
    context.lineTo(x, y + ADDED_ARM_PX);
    context.strokeStyle = HALO;
    context.lineWidth = HALO_WIDTH_PX + 2;
    context.stroke();
    context.strokeStyle = CELL_COLORS[cellClass];
    context.lineWidth = LINE_WIDTH_PX + 1;
    context.stroke();
  }
}
