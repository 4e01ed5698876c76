/** How each drawing tool converts the given points to a shape: a table with one row per tool. */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { radiansOf } from "../rotation/rotation.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import { SIMPLIFY_TOLERANCE_PX, simplifyToLimit } from "./simplify.ts";

/** Vertices of an ellipse, which is stored as a polygon. */
export const ELLIPSE_POINTS = 64;
/** A freehand line is closed if its end is this close to its start, CSS px. */
export const FREEHAND_CLOSING_PX = 20;
/** Minimum width and height of a rectangle or ellipse, slide pixels. */
const SPAN_MIN_PX = 0.5;

/**
 * How points are given. `place`: one click. `vertices`: one click each, until finished. `span`: from one corner or end
 * to the other, by dragging or by two clicks. `trace`: the path of the pointer while it is pressed.
 */
export type DrawingGesture = "place" | "vertices" | "span" | "trace";

export interface DrawingTool {
  readonly gesture: DrawingGesture;
  /** Number of points at which the tool finishes automatically; null: any number. */
  readonly maxVertices: number | null;
  /** Whether a click on the first vertex finishes the shape. */
  readonly isClosed: boolean;
  /** null: too few points for a shape. */
  shapeOf(vertices: readonly SlidePoint[], frame: DrawingFrame): Shape | null;
}

type Direction = readonly [x: number, y: number];

/** The screen's right and down directions, as directions on the slide. */
export function screenAxes(turnDeg: number): readonly [right: Direction, down: Direction] {
  const angle = radiansOf(turnDeg);
  return [
    [Math.cos(angle), -Math.sin(angle)],
    [Math.sin(angle), Math.cos(angle)],
  ];
}

/** Width and height of a box between opposite corners, along the screen's sides; negative to the left and up. */
function spanOf([x0, y0]: SlidePoint, [x1, y1]: SlidePoint, turnDeg: number): readonly [width: number, height: number] {
  const [right, down] = screenAxes(turnDeg);
  const dx = x1 - x0;
  const dy = y1 - y0;
  return [dx * right[0] + dy * right[1], dx * down[0] + dy * down[1]];
}

/** Corners of the box between two opposite ones, with sides parallel to the screen's. */
export function rectangleRing(from: SlidePoint, to: SlidePoint, turnDeg: number): readonly SlidePoint[] {
  const [right] = screenAxes(turnDeg);
  const [width] = spanOf(from, to, turnDeg);
  const across: SlidePoint = [from[0] + right[0] * width, from[1] + right[1] * width];
  return [from, across, to, [from[0] + to[0] - across[0], from[1] + to[1] - across[1]]];
}

/** The ellipse inscribed in a box given by its four corners in order, as a polygon of 64 points. */
export function ellipseInBox(corners: readonly SlidePoint[]): readonly SlidePoint[] {
  const [a, b, c] = corners as readonly [SlidePoint, SlidePoint, SlidePoint];
  const center = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2] as const;
  const half1 = [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2] as const;
  const half2 = [(c[0] - b[0]) / 2, (c[1] - b[1]) / 2] as const;
  return Array.from({ length: ELLIPSE_POINTS }, (_unused, index): SlidePoint => {
    const angle = (index / ELLIPSE_POINTS) * 2 * Math.PI;
    const cosine = Math.cos(angle);
    const sine = Math.sin(angle);
    return [center[0] + half1[0] * cosine + half2[0] * sine, center[1] + half1[1] * cosine + half2[1] * sine];
  });
}

/** Moves the second corner so that the box is a square, for drawing with Shift. */
export function squareCorner(from: SlidePoint, to: SlidePoint, turnDeg: number): SlidePoint {
  const [right, down] = screenAxes(turnDeg);
  const [width, height] = spanOf(from, to, turnDeg);
  const side = Math.max(Math.abs(width), Math.abs(height));
  const along = Math.sign(width || 1) * side;
  const across = Math.sign(height || 1) * side;
  return [from[0] + right[0] * along + down[0] * across, from[1] + right[1] * along + down[1] * across];
}

function isWide(from: SlidePoint, to: SlidePoint, turnDeg: number): boolean {
  return spanOf(from, to, turnDeg).every((side) => Math.abs(side) >= SPAN_MIN_PX);
}

function withoutRepeats(path: readonly SlidePoint[]): readonly SlidePoint[] {
  return path.filter(([x, y], index) => index === 0 || x !== path[index - 1]?.[0] || y !== path[index - 1]?.[1]);
}

function lineOf(vertices: readonly SlidePoint[]): Shape | null {
  const path = withoutRepeats(vertices);
  return path.length >= 2 ? { kind: "line", path } : null;
}

function polygonOf(vertices: readonly SlidePoint[]): Shape | null {
  const ring = withoutRepeats(vertices);
  return ring.length >= 3 ? { kind: "polygon", rings: [ring] } : null;
}

function tracedPolygon(vertices: readonly SlidePoint[], { resolution }: DrawingFrame): Shape | null {
  return polygonOf(simplifyToLimit(vertices, SIMPLIFY_TOLERANCE_PX * resolution));
}

function tracedLine(vertices: readonly SlidePoint[], { resolution }: DrawingFrame): Shape | null {
  return lineOf(simplifyToLimit(vertices, SIMPLIFY_TOLERANCE_PX * resolution));
}

function pointOf(vertices: readonly SlidePoint[]): Shape | null {
  const point = vertices[0];
  return point ? { kind: "point", point } : null;
}

/** A polygon if the end meets the start, otherwise a line. */
function tracedShape(vertices: readonly SlidePoint[], frame: DrawingFrame): Shape | null {
  const first = vertices[0];
  const last = vertices.at(-1);
  if (!first || !last) return null;
  const gap = Math.hypot(last[0] - first[0], last[1] - first[1]);
  const isBack = gap <= FREEHAND_CLOSING_PX * frame.resolution;
  return (isBack ? tracedPolygon(vertices, frame) : null) ?? tracedLine(vertices, frame);
}

const POINT_TOOL: DrawingTool = { gesture: "place", maxVertices: 1, isClosed: false, shapeOf: pointOf };

export const DRAWING_TOOLS: Readonly<Record<DrawnTypeName, DrawingTool>> = {
  point: POINT_TOOL,
  text: POINT_TOOL,
  line: { gesture: "vertices", maxVertices: null, isClosed: false, shapeOf: lineOf },
  arrow: { gesture: "span", maxVertices: 2, isClosed: false, shapeOf: lineOf },
  polygon: { gesture: "vertices", maxVertices: null, isClosed: true, shapeOf: polygonOf },
  rectangle: {
    gesture: "span",
    maxVertices: 2,
    isClosed: true,
    shapeOf: ([from, to], { turnDeg }) =>
      from && to && isWide(from, to, turnDeg) ? { kind: "polygon", rings: [rectangleRing(from, to, turnDeg)] } : null,
  },
  ellipse: {
    gesture: "span",
    maxVertices: 2,
    isClosed: true,
    shapeOf: ([from, to], { turnDeg }) =>
      from && to && isWide(from, to, turnDeg)
        ? { kind: "polygon", rings: [ellipseInBox(rectangleRing(from, to, turnDeg))] }
        : null,
  },
  freehand: { gesture: "trace", maxVertices: null, isClosed: true, shapeOf: tracedShape },
};

/** Tools that can also be drawn freehand. */
const FREEHAND_TOOLS: Readonly<Partial<Record<DrawnTypeName, DrawingTool>>> = {
  line: { gesture: "trace", maxVertices: null, isClosed: false, shapeOf: tracedLine },
  polygon: { gesture: "trace", maxVertices: null, isClosed: true, shapeOf: tracedPolygon },
};

/** The freehand tool always draws freehand; point, text, arrow, rectangle and ellipse never do. */
export function canBeFreehand(typeName: DrawnTypeName): boolean {
  return typeName === "freehand" || FREEHAND_TOOLS[typeName] !== undefined;
}

export function drawingTool(typeName: DrawnTypeName, isFreehand: boolean): DrawingTool {
  return (isFreehand ? FREEHAND_TOOLS[typeName] : undefined) ?? DRAWING_TOOLS[typeName];
}
