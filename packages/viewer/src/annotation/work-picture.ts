/** The picture of what is being drawn or changed, above everything else: shape, handles, live measurement. */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type OpenLayersMap from "ol/Map.js";
import { screenOfSlide } from "../world/slide-to-screen.ts";
import { CIRCLE, HALO_EXTRA_PX, isPointShape, KIND_LOOKS, type MarkForm } from "./annotation-looks.ts";
import { createCanvasLayer, type PaintFrame } from "./canvas-layer.ts";
import { type Paint, paintArrowHead, paintMark, paintTag, type TagLook } from "./mark-painting.ts";
import type { Handle } from "./shape-editing.ts";
import { pathsOf } from "./shape-paths.ts";
import { storeShapes } from "./shape-store.ts";
import { traceShape } from "./shape-tracing.ts";
import { MEASUREMENT_STROKE_WIDTH_PX } from "./work-style.ts";

const COLOR = KIND_LOOKS.own.color;
const WASH = "rgb(200 68 122 / 10%)";
const HALO = "rgb(255 255 255 / 90%)";
const ARROW_HEAD_PX = 11;
const Z_INDEX = 2;
const LABEL_TAG: TagLook = {
  color: "#fff",
  background: "rgb(28 28 30 / 92%)",
  weight: 600,
  padding: [4, 8, 3, 8],
};
/** From the place it belongs to, so that the pointer does not cover it, CSS px. */
const LABEL_OFFSET_PX = 18;

export interface WorkContent {
  readonly shape: Shape | null;
  readonly typeName: AnnotationTypeName;
  readonly handles: readonly Handle[];
  /** Handle last touched. */
  readonly activeHandle: Handle | null;
  /** Written beside `labelAt`; null: none. */
  readonly label: string | null;
  readonly labelAt: SlidePoint | null;
}

export interface WorkPicture {
  /** null: nothing is being drawn or changed. */
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
  corner: (isActive) => ({ form: SQUARE, radius: isActive ? 9 : 8, ...grip(isActive) }),
};

function isSameHandle(a: Handle, b: Handle | null): boolean {
  return b !== null && a.kind === b.kind && a.at[0] === b.at[0] && a.at[1] === b.at[1];
}

export function createWorkPicture(map: OpenLayersMap): WorkPicture {
  let shown: WorkContent | null = null;
  const layer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => shown === null,
    paint(context, frame) {
      if (!shown) return;
      const { shape, typeName, handles, activeHandle, label, labelAt } = shown;
      if (shape && isPointShape(shape)) paintPoints(context, shape, frame);
      else if (shape) paintShape(context, shape, typeName, frame);
      for (const handle of handles) {
        const { form, radius, ...paint } = HANDLE_LOOKS[handle.kind](isSameHandle(handle, activeHandle));
        paintMark(context, form, screenOfSlide(frame.toScreen, handle.at), radius, paint);
      }
      if (!label || !labelAt) return;
      const [x, y] = screenOfSlide(frame.toScreen, labelAt);
      paintTag(context, label, [x + LABEL_OFFSET_PX, y + LABEL_OFFSET_PX], LABEL_TAG);
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
