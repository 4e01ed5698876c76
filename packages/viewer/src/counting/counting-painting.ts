/** Appearance of a counting frame and of the marks of a count. Lengths are CSS px. */
import type { Standing } from "@parfocal/core/counting/frame-edges.ts";
import type { TallyForm } from "@parfocal/core/counting/tally.ts";
import { CIRCLE, HALO, type MarkForm } from "../annotation/annotation-rendering.ts";
import { paintMark, paintTag, type TagLook } from "../annotation/mark-painting.ts";
import type { ScreenPoint } from "../world/slide-to-screen.ts";
import type { CountingPicture, EdgeLook, FrameHandle } from "./counting-picture.ts";

/** As usual in stereology: inclusion edges dashed and green, exclusion edges solid and red. */
const EDGE_LOOKS: Readonly<Record<EdgeLook, { readonly color: string; readonly dash: readonly number[] }>> = {
  plain: { color: "#1a5fd0", dash: [] },
  in: { color: "#0a7d34", dash: [9, 6] },
  out: { color: "#c81e1e", dash: [] },
};
const EDGE_WIDTH_PX = 2;
const HALO_WIDTH_PX = 4.5;
const LINE_COLOR = "rgb(20 20 30 / 75%)";
const POINT_ARM_PX = 7;

const FORMS: Readonly<Record<TallyForm, MarkForm>> = {
  circle: CIRCLE,
  square: { corners: 4, angle: Math.PI / 4, grow: 1.25 },
  triangle: { corners: 3, angle: 0, grow: 1.4 },
  diamond: { corners: 4, angle: 0, grow: 1.35 },
  hexagon: { corners: 6, angle: 0, grow: 1.15 },
};
const MARK_RADIUS_PX = 6;
/** Hit radius of a mark, CSS px. */
export const MARK_REACH_PX = 10;
const HANDLE_RADIUS_PX = 10;
const HANDLE_INK = "#1a5fd0";
const TAG_OFFSET_PX = 18;
/** Width of the longest text, in either language. */
const TAG_ROOM_PX = 310;
const WHY_NOT_TAG: TagLook = { color: "#fff", background: "rgb(28 28 30 / 92%)", weight: 600, padding: [3, 8, 2, 8] };

function tracePath(context: CanvasRenderingContext2D, path: readonly ScreenPoint[]): void {
  context.beginPath();
  for (const [index, [x, y]] of path.entries()) {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
}

function strokeWithHalo(
  context: CanvasRenderingContext2D,
  color: string,
  width: number,
  dash: readonly number[],
): void {
  context.setLineDash([]);
  context.strokeStyle = HALO;
  context.lineWidth = width + HALO_WIDTH_PX - EDGE_WIDTH_PX;
  context.stroke();
  context.setLineDash([...dash]);
  context.strokeStyle = color;
  context.lineWidth = width;
  context.stroke();
  context.setLineDash([]);
}

export function paintFrame(context: CanvasRenderingContext2D, { edges, lines, points }: CountingPicture): void {
  context.lineJoin = "miter";
  context.lineCap = "butt";
  context.beginPath();
  for (const [[x0, y0], [x1, y1]] of lines) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  strokeWithHalo(context, LINE_COLOR, 1, []);
  context.beginPath();
  for (const [x, y] of points) {
    context.moveTo(x - POINT_ARM_PX, y);
    context.lineTo(x + POINT_ARM_PX, y);
    context.moveTo(x, y - POINT_ARM_PX);
    context.lineTo(x, y + POINT_ARM_PX);
  }
  strokeWithHalo(context, LINE_COLOR, 1.5, []);
  for (const { look, path } of edges) {
    const { color, dash } = EDGE_LOOKS[look];
    tracePath(context, path);
    strokeWithHalo(context, color, EDGE_WIDTH_PX, dash);
  }
}

/** A cross of arrows, or an arc, on a white disc. */
export function paintHandle(context: CanvasRenderingContext2D, { name, at }: FrameHandle): void {
  paintMark(context, CIRCLE, at, HANDLE_RADIUS_PX, { fill: "#fff", stroke: HANDLE_INK, strokeWidth: 2 });
  const [x, y] = at;
  context.beginPath();
  if (name === "turn") context.arc(x, y, 4.5, -Math.PI / 4, 1.25 * Math.PI);
  else {
    context.moveTo(x - 6, y);
    context.lineTo(x + 6, y);
    context.moveTo(x, y - 6);
    context.lineTo(x, y + 6);
  }
  context.stroke();
}

export interface PaintedMark {
  readonly color: string;
  readonly form: TallyForm;
  readonly standing: Standing;
}

/** Marks that do not count are hollow and struck through. */
export function paintCountMark(context: CanvasRenderingContext2D, mark: PaintedMark, at: ScreenPoint): void {
  const form = FORMS[mark.form];
  if (mark.standing === "counted") {
    paintMark(context, form, at, MARK_RADIUS_PX, { fill: mark.color, stroke: "#fff", strokeWidth: 2 });
    return;
  }
  const hollow = "rgb(255 255 255 / 30%)";
  paintMark(context, form, at, MARK_RADIUS_PX, { fill: hollow, stroke: "#fff", strokeWidth: 4 });
  paintMark(context, form, at, MARK_RADIUS_PX, { fill: "transparent", stroke: mark.color, strokeWidth: 2 });
  const [x, y] = at;
  context.beginPath();
  context.moveTo(x - MARK_RADIUS_PX, y + MARK_RADIUS_PX);
  context.lineTo(x + MARK_RADIUS_PX, y - MARK_RADIUS_PX);
  strokeWithHalo(context, mark.color, 2, []);
}

/** The text is beside the mark, and within the view. */
export function paintWhyNot(
  context: CanvasRenderingContext2D,
  text: string,
  [x, y]: ScreenPoint,
  viewWidthPx: number,
): void {
  const left = Math.max(TAG_OFFSET_PX, Math.min(x + TAG_OFFSET_PX, viewWidthPx - TAG_ROOM_PX));
  paintTag(context, text, [left, y - TAG_OFFSET_PX], WHY_NOT_TAG);
}
