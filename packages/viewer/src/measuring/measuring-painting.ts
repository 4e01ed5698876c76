/** Appearance of measurements: finished ones red, the current one blue and dashed, with values beside them. */

import { boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { type MeasuredShape, measuredShape } from "@parfocal/core/measuring/measured-shape.ts";
import { CIRCLE, HALO, HALO_EXTRA_PX } from "../annotation/annotation-rendering.ts";
import type { PaintFrame } from "../annotation/canvas-layer.ts";
import { paintMark, paintTag, paintTagsInView, type TagLook } from "../annotation/mark-painting.ts";
import { formatMeasurement } from "../annotation/measurement-text.ts";
import { pathsOf } from "../annotation/shape-paths.ts";
import { MEASUREMENT_STROKE_WIDTH_PX } from "../annotation/work-style.ts";
import { type ScreenPoint, screenOfSlide } from "../world/slide-to-screen.ts";
import { measuredLines } from "./measured-text.ts";

/** Source: spec part 1, section 9 ("Measurement style: stroke width 2, final colour red"). */
export const MEASUREMENT_FINAL_COLOR = "red";
export const MEASUREMENT_RUNNING_COLOR = "#1a5fd0";
const RUNNING_DASH = [7, 5];
const VERTEX_RADIUS_PX = 3.5;
const CHOSEN_RADIUS_PX = 5;
/** Minimum length on the screen of segments with a label, and maximum number of labelled segments. */
const SEGMENT_LABEL_MIN_PX = 72;
const SEGMENT_LABELS_MAX = 30;
const LABEL_OFFSET_PX = 18;
const VALUE_TAG: TagLook = { color: "#fff", background: "rgb(28 28 30 / 92%)", weight: 600, padding: [3, 8, 2, 8] };
const SEGMENT_TAG: TagLook = { color: "#fff", background: "rgb(28 28 30 / 76%)", weight: 500, padding: [1, 5, 1, 5] };

export interface PaintedMeasurement {
  readonly shape: Shape;
  readonly isFreehand: boolean;
  readonly vertices: readonly SlidePoint[];
  /** null: in the middle of an area, or at the end of a path. */
  readonly labelAt: SlidePoint | null;
  readonly isRunning: boolean;
  readonly isChosen: boolean;
}

export interface MeasurementTexts {
  readonly locale: string;
  /** Label of the perimeter. */
  readonly perimeter: string;
}

function traceShape(context: CanvasRenderingContext2D, shape: Shape, frame: PaintFrame): void {
  context.beginPath();
  for (const { points, isClosed } of pathsOf(shape)) {
    for (const [index, point] of points.entries()) {
      const [x, y] = screenOfSlide(frame.toScreen, point);
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (isClosed) context.closePath();
  }
}

function placeOfLabel(shape: Shape): SlidePoint {
  if (shape.kind === "line") return shape.path.at(-1) ?? [0, 0];
  const { minX, minY, maxX, maxY } = boundsOf(shape);
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

function paintSegments(
  context: CanvasRenderingContext2D,
  path: readonly SlidePoint[],
  { segments }: MeasuredShape,
  locale: string,
  frame: PaintFrame,
): void {
  if (segments.length < 2 || segments.length > SEGMENT_LABELS_MAX) return;
  for (const [index, segment] of segments.entries()) {
    const [x0, y0] = screenOfSlide(frame.toScreen, path[index] as SlidePoint);
    const [x1, y1] = screenOfSlide(frame.toScreen, path[index + 1] as SlidePoint);
    if (Math.hypot(x1 - x0, y1 - y0) < SEGMENT_LABEL_MIN_PX) continue;
    paintTag(context, formatMeasurement(segment, locale), [(x0 + x1) / 2, (y0 + y1) / 2], SEGMENT_TAG);
  }
}

export function paintMeasurement(
  context: CanvasRenderingContext2D,
  { shape, isFreehand, vertices, labelAt, isRunning, isChosen }: PaintedMeasurement,
  pixel: PixelSizeUm,
  { locale, perimeter }: MeasurementTexts,
  frame: PaintFrame,
): void {
  const color = isRunning ? MEASUREMENT_RUNNING_COLOR : MEASUREMENT_FINAL_COLOR;
  traceShape(context, shape, frame);
  context.lineJoin = "round";
  context.lineCap = "round";
  context.setLineDash([]);
  context.strokeStyle = HALO;
  context.lineWidth = MEASUREMENT_STROKE_WIDTH_PX + HALO_EXTRA_PX;
  context.stroke();
  context.setLineDash(isRunning ? RUNNING_DASH : []);
  context.strokeStyle = color;
  context.lineWidth = MEASUREMENT_STROKE_WIDTH_PX;
  context.stroke();
  context.setLineDash([]);
  const radius = isChosen ? CHOSEN_RADIUS_PX : VERTEX_RADIUS_PX;
  const paint = { fill: isChosen ? color : "#fff", stroke: isChosen ? "#fff" : color, strokeWidth: 2 };
  for (const vertex of vertices) paintMark(context, CIRCLE, screenOfSlide(frame.toScreen, vertex), radius, paint);
  const measured = measuredShape(shape, pixel);
  if (!measured) return;
  if (shape.kind === "line" && !isFreehand) paintSegments(context, shape.path, measured, locale, frame);
  const [x, y]: ScreenPoint = screenOfSlide(frame.toScreen, labelAt ?? placeOfLabel(shape));
  const offset = shape.kind === "line" || isRunning ? LABEL_OFFSET_PX : 0;
  const lines = measuredLines(measured, perimeter, locale);
  paintTagsInView(context, lines, { place: [x + offset, y + offset], anchor: [x, y] }, VALUE_TAG, frame);
}
