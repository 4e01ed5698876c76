/** Paints the work in progress above everything else: shape, handles, live measurement. */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type OpenLayersMap from "ol/Map.js";
import type { Handle } from "../slide-work/handle.ts";
import { isSameHandle } from "../slide-work/handle.ts";
import type { BrushContent, WorkContent } from "../slide-work/work-content.ts";
import { scaleOf, screenOfSlide } from "../world/slide-to-screen.ts";
import { CIRCLE, HALO_EXTRA_PX, isPointShape, KIND_LOOKS, type MarkForm } from "./annotation-rendering.ts";
import { createCanvasLayer, type PaintFrame } from "./canvas-layer.ts";
import { type Paint, paintArrowHead, paintMark, paintTagsInView, type TagLook } from "./mark-painting.ts";
import { pathsOf } from "./shape-paths.ts";
import { storeShapes } from "./shape-store.ts";
import { traceShape } from "./shape-tracing.ts";
import { MEASUREMENT_STROKE_WIDTH_PX } from "./work-style.ts";

const COLOR = KIND_LOOKS.own.color;
const WASH = "rgb(200 68 122 / 10%)";
const STROKE_WASH = "rgb(200 68 122 / 40%)";
const HALO = "rgb(255 255 255 / 90%)";
const ARROW_HEAD_PX = 11;
const Z_INDEX = 2;
const LABEL_TAG: TagLook = {
  color: "#fff",
  background: "rgb(28 28 30 / 92%)",
  weight: 600,
  padding: [4, 8, 3, 8],
};
/** Distance of the label from its point, so that the pointer does not cover it, CSS px. */
const LABEL_OFFSET_PX = 18;

export interface WorkPicture {
  /** null: nothing is being drawn or edited. */
  show(content: WorkContent | null): void;
  destroy(): void;
}

function paintPoints(context: CanvasRenderingContext2D, shape: Shape, frame: PaintFrame): void {
  const paint = { fill: COLOR, stroke: "#fff", strokeWidth: 2 };
  for (const { points } of pathsOf(shape)) {
    for (const point of points) paintMark(context, CIRCLE, screenOfSlide(frame.toScreen, point), 6, paint);
  }
}

function paintShape(
  context: CanvasRenderingContext2D,
  shape: Shape,
  typeName: AnnotationTypeName,
  frame: PaintFrame,
): void {
  context.beginPath();
  traceShape(context, storeShapes([shape]), 0, frame);
  if (shape.kind === "polygon" || shape.kind === "multiPolygon") {
    context.fillStyle = WASH;
    context.fill("evenodd");
  }
  context.lineJoin = "round";
  context.lineCap = "round";
  context.setLineDash([]);
  context.strokeStyle = HALO;
  context.lineWidth = MEASUREMENT_STROKE_WIDTH_PX + HALO_EXTRA_PX;
  context.stroke();
  context.strokeStyle = COLOR;
  context.lineWidth = MEASUREMENT_STROKE_WIDTH_PX;
  context.stroke();
  const [from, tip] = typeName === "arrow" && shape.kind === "line" ? shape.path.slice(-2) : [];
  if (!from || !tip) return;
  const ends = { from: screenOfSlide(frame.toScreen, from), tip: screenOfSlide(frame.toScreen, tip) };
  paintArrowHead(context, ends, COLOR, ARROW_HEAD_PX);
}

interface HandleLook extends Paint {
  readonly form: MarkForm;
  readonly radius: number;
}

const grip = (isActive: boolean): Paint => ({
  fill: isActive ? COLOR : "#fff",
  stroke: isActive ? "#fff" : COLOR,
  strokeWidth: 2,
});
const SQUARE: MarkForm = { corners: 4, angle: Math.PI / 4, grow: 1 };

const HANDLE_LOOKS: Readonly<Record<Handle["kind"], (isActive: boolean) => HandleLook>> = {
  vertex: (isActive) => ({ form: CIRCLE, radius: isActive ? 6.5 : 5.5, ...grip(isActive) }),
  middle: () => ({ form: CIRCLE, radius: 3.5, fill: "rgb(255 255 255 / 75%)", stroke: COLOR, strokeWidth: 1 }),
  resize: (isActive) => ({ form: SQUARE, radius: isActive ? 9 : 8, ...grip(isActive) }),
  turn: (isActive) => ({ form: CIRCLE, radius: isActive ? 8.5 : 7.5, ...grip(isActive) }),
  corner: (isActive) => ({ form: SQUARE, radius: isActive ? 9 : 8, ...grip(isActive) }),
};

const CUT_COLOR = "#c8102e";
const CUT_WASH = "rgb(200 16 46 / 22%)";
const CUT_DASH_PX = [6, 4];
const BOX_DASH_PX = [4, 4];
const CROSSING_RADIUS_PX = 13;

function traceWay(context: CanvasRenderingContext2D, way: readonly SlidePoint[], frame: PaintFrame): void {
  for (const place of way) {
    const [x, y] = screenOfSlide(frame.toScreen, place);
    context.lineTo(x, y);
  }
}

function paintBox(context: CanvasRenderingContext2D, box: readonly SlidePoint[], frame: PaintFrame): void {
  context.beginPath();
  traceWay(context, box, frame);
  context.closePath();
  context.setLineDash([]);
  context.lineWidth = 3;
  context.strokeStyle = HALO;
  context.stroke();
  context.setLineDash(BOX_DASH_PX);
  context.lineWidth = 1;
  context.strokeStyle = COLOR;
  context.stroke();
}

/**
 * The path of the brush as a line of its width: cheap enough for each frame; the area itself is computed at the end.
 */
function paintBrush(context: CanvasRenderingContext2D, brush: BrushContent, frame: PaintFrame): void {
  const radiusPx = brush.radius * scaleOf(frame.toScreen);
  const [first] = brush.way;
  if (first) {
    context.save();
    context.beginPath();
    traceWay(context, [first, ...brush.way], frame);
    context.lineCap = "round";
    context.lineJoin = "round";
    context.setLineDash([]);
    context.lineWidth = radiusPx * 2;
    context.strokeStyle = brush.isErasing ? CUT_WASH : STROKE_WASH;
    context.stroke();
    context.restore();
  }
  if (!brush.pointer) return;
  const paint = { fill: "transparent", stroke: brush.isErasing ? CUT_COLOR : COLOR };
  const place = screenOfSlide(frame.toScreen, brush.pointer);
  paintMark(context, CIRCLE, place, radiusPx, { ...paint, stroke: HALO, strokeWidth: 3.5 });
  paintMark(context, CIRCLE, place, radiusPx, { ...paint, strokeWidth: 1.5 });
}

function paintCut(context: CanvasRenderingContext2D, shape: Shape, frame: PaintFrame): void {
  context.beginPath();
  traceShape(context, storeShapes([shape]), 0, frame);
  context.fillStyle = CUT_WASH;
  context.fill("evenodd");
  context.setLineDash(CUT_DASH_PX);
  context.lineWidth = MEASUREMENT_STROKE_WIDTH_PX;
  context.strokeStyle = CUT_COLOR;
  context.stroke();
}

/** A ring with a cross inside: distinguishable by form as well as by colour. */
function paintCrossing(context: CanvasRenderingContext2D, place: SlidePoint, frame: PaintFrame): void {
  const [x, y] = screenOfSlide(frame.toScreen, place);
  const arm = CROSSING_RADIUS_PX / 2;
  for (const [color, width] of [
    [HALO, 6],
    [CUT_COLOR, 3],
  ] as const) {
    context.beginPath();
    context.arc(x, y, CROSSING_RADIUS_PX, 0, 2 * Math.PI);
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
    context.setLineDash([]);
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
}

export function createWorkPicture(map: OpenLayersMap): WorkPicture {
  let shown: WorkContent | null = null;
  const layer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => shown === null,
    paint(context, frame) {
      if (!shown) return;
      const { shape, typeName, others = [], box, brush, cutLine, crossesAt } = shown;
      const { handles, activeHandle, label, labelAt } = shown;
      for (const one of shape ? [{ shape, typeName }, ...others] : others) {
        if (isPointShape(one.shape)) paintPoints(context, one.shape, frame);
        else paintShape(context, one.shape, one.typeName, frame);
      }
      if (cutLine) paintCut(context, cutLine, frame);
      if (brush) paintBrush(context, brush, frame);
      if (box) paintBox(context, box, frame);
      if (crossesAt) paintCrossing(context, crossesAt, frame);
      for (const handle of handles) {
        const { form, radius, ...paint } = HANDLE_LOOKS[handle.kind](isSameHandle(handle, activeHandle));
        paintMark(context, form, screenOfSlide(frame.toScreen, handle.at), radius, paint);
      }
      if (!label || !labelAt) return;
      const [x, y] = screenOfSlide(frame.toScreen, labelAt);
      const place = [x + LABEL_OFFSET_PX, y + LABEL_OFFSET_PX] as const;
      paintTagsInView(context, [label], { place, anchor: [x, y] }, LABEL_TAG, frame);
    },
  });

  return {
    show(content) {
      if (!content && !shown) return;
      shown = content;
      layer.repaint();
    },
    destroy: () => layer.destroy(),
  };
}
