/** Paints single annotations, with fewer details if there are many. */
import { type ScreenPoint, screenOfSlide } from "../world/slide-to-screen.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import {
  BADGE_RADIUS_PX,
  badgePlace,
  badgeRisePx,
  CIRCLE,
  DOT_RADIUS_PX,
  HALO,
  HALO_EXTRA_PX,
  isPointShape,
  type LookOf,
} from "./annotation-rendering.ts";
import type { PaintFrame } from "./canvas-layer.ts";
import { paintArrowHead, paintMark, paintNumber, paintNumberPlate, paintTag, type TagLook } from "./mark-painting.ts";
import { pathsOf } from "./shape-paths.ts";
import type { ShapeStore } from "./shape-store.ts";
import { traceShape } from "./shape-tracing.ts";

/** A frame, and the function that returns the appearance of annotations in it. */
export interface AnnotationFrame extends PaintFrame {
  readonly lookOf: LookOf;
}

interface Emphasis {
  /** Extra width of a line compared with its normal state, CSS px. */
  readonly lineExtra: number;
  /** Opacity of the fill, per cent. */
  readonly wash: number;
  /** Extra radius of a point's dot, CSS px. */
  readonly dotExtra: number;
  readonly badgeBorder: number;
  readonly isTitleShown: boolean;
  readonly areVerticesShown: boolean;
  readonly titleWeight: 500 | 600;
}

/** Emphasis of an annotation. */
export const EMPHASES = {
  none: {
    lineExtra: 0,
    wash: 6,
    dotExtra: 0,
    badgeBorder: 1.75,
    isTitleShown: false,
    areVerticesShown: false,
    titleWeight: 500,
  },
  hovered: {
    lineExtra: 1,
    wash: 14,
    dotExtra: 1,
    badgeBorder: 2.5,
    isTitleShown: true,
    areVerticesShown: false,
    titleWeight: 500,
  },
  /** Its title is shown beside the pointer. */
  pointed: {
    lineExtra: 1,
    wash: 14,
    dotExtra: 1,
    badgeBorder: 2.5,
    isTitleShown: false,
    areVerticesShown: false,
    titleWeight: 500,
  },
  selected: {
    lineExtra: 1.75,
    wash: 16,
    dotExtra: 2,
    badgeBorder: 2.5,
    isTitleShown: true,
    areVerticesShown: true,
    titleWeight: 600,
  },
  /** One of several selected annotations: their titles would overlap. */
  selectedTogether: {
    lineExtra: 1.75,
    wash: 16,
    dotExtra: 2,
    badgeBorder: 2.5,
    isTitleShown: false,
    areVerticesShown: true,
    titleWeight: 600,
  },
} as const satisfies Record<string, Emphasis>;

export type EmphasisName = keyof typeof EMPHASES;

/** Extra width of a double line, and width of the white line inside it, px. */
const DOUBLE_LINE_EXTRA_PX = 2;
const DOUBLE_LINE_GAP_PX = 1.2;
const DRAFT_OPACITY = "b0";
const TITLE_MAX_CHARACTERS = 60;
/** Longer numbers are painted on a plate. */
const MAX_IN_A_MARK = 999;
/** A selected shape shows its vertices if it has at most this many. */
const MAX_SHOWN_VERTICES = 40;
const TITLE_TAG: Omit<TagLook, "weight"> = {
  color: "#f4f2f7",
  background: "rgb(28 28 30 / 90%)",
  padding: [3, 7, 2, 7],
};
/**
 * Distance of the title from the centre of the number, from a position without a number, and from a text's point, px.
 */
const TITLE_DISTANCE_PX = { badge: BADGE_RADIUS_PX + 12, bare: 14, text: 15 } as const;

/** Rounds a position to a device pixel, so that marks at rest are sharp. */
export function snapped([x, y]: ScreenPoint, { pixelRatio, isMoving }: PaintFrame): ScreenPoint {
  return isMoving ? [x, y] : [Math.round(x * pixelRatio) / pixelRatio, Math.round(y * pixelRatio) / pixelRatio];
}

/** Paints fill, halo and line of the shape with this index; nothing for points. */
export function paintLines(
  context: CanvasRenderingContext2D,
  { annotation, store, index }: { annotation: DrawableAnnotation; store: ShapeStore; index: number },
  emphasis: EmphasisName,
  frame: AnnotationFrame,
): void {
  if (isPointShape(annotation.shape)) return;
  const kind = frame.lookOf(annotation);
  const { lineExtra, wash } = EMPHASES[emphasis];
  const width = kind.strokeWidthPx + lineExtra + (kind.isDouble ? DOUBLE_LINE_EXTRA_PX : 0);
  context.globalAlpha = kind.opacity;
  context.beginPath();
  traceShape(context, store, index, frame);
  const isArea = annotation.shape.kind === "polygon" || annotation.shape.kind === "multiPolygon";
  if (isArea && kind.isFilled) {
    context.fillStyle = `rgb(${kind.wash} / ${wash}%)`;
    context.fill("evenodd");
  }
  context.lineJoin = "round";
  context.lineCap = "round";
  context.setLineDash([]);
  context.strokeStyle = HALO;
  context.lineWidth = width + HALO_EXTRA_PX;
  context.stroke();
  context.strokeStyle = kind.color + (annotation.isDraft ? DRAFT_OPACITY : "");
  context.lineWidth = width;
  context.setLineDash([...kind.lineDash]);
  context.lineCap = kind.lineDash.length > 0 ? "butt" : "round";
  context.stroke();
  if (kind.isDouble) {
    context.strokeStyle = "#fff";
    context.lineWidth = DOUBLE_LINE_GAP_PX;
    context.lineCap = "round";
    context.stroke();
  }
  context.globalAlpha = 1;
}

function paintVertices(
  context: CanvasRenderingContext2D,
  annotation: DrawableAnnotation,
  frame: AnnotationFrame,
): void {
  const vertices = pathsOf(annotation.shape).flatMap(({ points }) => points);
  if (vertices.length > MAX_SHOWN_VERTICES) return;
  const paint = { fill: "#fff", stroke: frame.lookOf(annotation).color, strokeWidth: 1.5 };
  for (const vertex of vertices) {
    paintMark(context, CIRCLE, snapped(screenOfSlide(frame.toScreen, vertex), frame), 3.5, paint);
  }
}

/** Screen position of an annotation's number, or where it would be. */
export function badgeOnScreen(annotation: DrawableAnnotation, { toScreen }: Pick<PaintFrame, "toScreen">): ScreenPoint {
  const [x, y] = screenOfSlide(toScreen, badgePlace(annotation));
  return [x, y - badgeRisePx(annotation.shape)];
}

/** Paints the head of an arrow, the dots of points, and the vertices of selected shapes. */
export function paintMarks(
  context: CanvasRenderingContext2D,
  annotation: DrawableAnnotation,
  emphasis: EmphasisName,
  frame: AnnotationFrame,
): void {
  const kind = frame.lookOf(annotation);
  const { lineExtra, dotExtra, areVerticesShown } = EMPHASES[emphasis];
  const { shape, typeName, isDraft } = annotation;
  context.globalAlpha = kind.opacity;
  if (isPointShape(shape)) {
    const paint = {
      fill: isDraft ? "#fff" : kind.color,
      stroke: isDraft ? kind.color : "#fff",
      strokeWidth: 1.75,
    };
    for (const { points } of pathsOf(shape)) {
      for (const point of points) {
        const place = snapped(screenOfSlide(frame.toScreen, point), frame);
        paintMark(context, kind.mark, place, DOT_RADIUS_PX + dotExtra, paint);
      }
    }
    context.globalAlpha = 1;
    return;
  }
  const [from, tip] = shape.kind === "line" && typeName === "arrow" ? shape.path.slice(-2) : [];
  if (from && tip) {
    const ends = { from: screenOfSlide(frame.toScreen, from), tip: screenOfSlide(frame.toScreen, tip) };
    paintArrowHead(context, ends, kind.color, 7 + (kind.strokeWidthPx + lineExtra) * 1.6);
  }
  context.globalAlpha = 1;
  if (areVerticesShown) paintVertices(context, annotation, frame);
}

/** Paints the number, if there is one. */
export function paintBadge(
  context: CanvasRenderingContext2D,
  annotation: DrawableAnnotation,
  emphasis: EmphasisName,
  place: ScreenPoint,
  { lookOf }: Pick<AnnotationFrame, "lookOf">,
): void {
  const { order, isDraft } = annotation;
  const kind = lookOf(annotation);
  if (order === null || !kind.isNumberShown) return;
  const paint = isDraft
    ? { fill: "#fff", stroke: kind.color, strokeWidth: 2 }
    : { fill: kind.color, stroke: "#fff", strokeWidth: EMPHASES[emphasis].badgeBorder };
  if (order > MAX_IN_A_MARK) {
    paintNumberPlate(context, order, place, paint);
    return;
  }
  paintMark(context, kind.mark, place, BADGE_RADIUS_PX, paint);
  paintNumber(context, order, place, isDraft ? kind.color : "#fff");
}

function shorten(title: string): string {
  return title.length > TITLE_MAX_CHARACTERS ? `${title.slice(0, TITLE_MAX_CHARACTERS - 1)}…` : title;
}

/** Paints the title: always for texts, otherwise for emphasized annotations or if all titles are shown. */
export function paintTitle(
  context: CanvasRenderingContext2D,
  annotation: DrawableAnnotation,
  emphasis: EmphasisName,
  frame: AnnotationFrame,
): void {
  const isText = annotation.typeName === "text";
  const { isLabelShown, isNumberShown } = frame.lookOf(annotation);
  const { isTitleShown, titleWeight } = EMPHASES[emphasis];
  if (!annotation.title || !(isText || isTitleShown || isLabelShown)) return;
  const [x, y] = snapped(
    isText ? screenOfSlide(frame.toScreen, badgePlace(annotation)) : badgeOnScreen(annotation, frame),
    frame,
  );
  const distance = TITLE_DISTANCE_PX[isText ? "text" : annotation.order === null || !isNumberShown ? "bare" : "badge"];
  paintTag(context, shorten(annotation.title), [x + distance, y], { ...TITLE_TAG, weight: titleWeight });
}
