/**
 * Editing a shape by its handles. Rectangles and ellipses keep their type: a corner of the box is dragged, the opposite
 * one stays. If the stored outline is no longer a rectangle or ellipse, it is edited as a polygon.
 */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { Handle } from "../slide-work/handle.ts";
import { ELLIPSE_POINTS, ellipseInBox } from "./drawing-tools.ts";
import { mapVertices, pathsOf, withPaths } from "./shape-paths.ts";

/** Tolerance for stored (rounded) corners, as a fraction of the side. */
const BOX_TOLERANCE = 0.01;
/** Minimum side of a box, slide pixels: a shorter side could not be enlarged again. */
const BOX_MIN_PX = 1;

const minus = ([ax, ay]: SlidePoint, [bx, by]: SlidePoint): SlidePoint => [ax - bx, ay - by];
const plus = ([ax, ay]: SlidePoint, [bx, by]: SlidePoint): SlidePoint => [ax + bx, ay + by];
const length = ([x, y]: SlidePoint): number => Math.hypot(x, y);
const middle = ([ax, ay]: SlidePoint, [bx, by]: SlidePoint): SlidePoint => [(ax + bx) / 2, (ay + by) / 2];

/** In pixels or on the tissue, which differ if pixels are not square. */
function isRectangle(corners: readonly SlidePoint[], pixelAspect: number): boolean {
  return isUpright(corners) || (pixelAspect !== 1 && isUpright(corners.map(([x, y]) => [x, y * pixelAspect])));
}

function isUpright(corners: readonly SlidePoint[]): boolean {
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d || corners.length !== 4) return false;
  const first = minus(b, a);
  const second = minus(c, b);
  const size = Math.max(length(first), length(second));
  if (Math.min(length(first), length(second)) === 0) return false;
  const isParallel = length(minus(plus(a, c), plus(b, d))) <= size * BOX_TOLERANCE;
  const cosine = (first[0] * second[0] + first[1] * second[1]) / (length(first) * length(second));
  return isParallel && Math.abs(cosine) <= BOX_TOLERANCE;
}

/** The box around an ellipse's 64 points, or null if they do not form an ellipse. */
function boxOfEllipse(ring: readonly SlidePoint[], pixelAspect: number): readonly SlidePoint[] | null {
  const [right, down, left, up] = [0, 1, 2, 3].map((quarter) => ring[(quarter * ELLIPSE_POINTS) / 4]);
  if (ring.length !== ELLIPSE_POINTS || !right || !down || !left || !up) return null;
  const center = middle(right, left);
  const half1 = minus(right, center);
  const half2 = minus(down, center);
  const box = [
    minus(minus(center, half1), half2),
    minus(plus(center, half1), half2),
    plus(plus(center, half1), half2),
    plus(minus(center, half1), half2),
  ];
  if (!isRectangle(box, pixelAspect)) return null;
  const tolerance = Math.max(length(half1), length(half2)) * BOX_TOLERANCE + 0.02;
  const isEllipse = ellipseInBox(box).every(
    (point, index) => length(minus(point, ring[index] as SlidePoint)) <= tolerance,
  );
  return isEllipse ? box : null;
}

/** Reads a type's stored outline as a box; null: it is not one. */
const BOX_OF: Readonly<
  Partial<
    Record<AnnotationTypeName, (ring: readonly SlidePoint[], pixelAspect: number) => readonly SlidePoint[] | null>
  >
> = {
  rectangle: (ring, pixelAspect) => (isRectangle(ring, pixelAspect) ? ring : null),
  ellipse: boxOfEllipse,
};

const RING_IN_BOX: Readonly<
  Partial<Record<AnnotationTypeName, (box: readonly SlidePoint[]) => readonly SlidePoint[]>>
> = {
  rectangle: (box) => box,
  ellipse: ellipseInBox,
};

/**
 * The four corners of the box around a rectangle or ellipse; null: neither. @param pixelAspect as of `pixelAspectOf`.
 */
export function boxOf(shape: Shape, typeName: AnnotationTypeName, pixelAspect = 1): readonly SlidePoint[] | null {
  const ring = shape.kind === "polygon" && shape.rings.length === 1 ? shape.rings[0] : undefined;
  return (ring && BOX_OF[typeName]?.(ring, pixelAspect)) ?? null;
}

export function handlesOf(shape: Shape, typeName: AnnotationTypeName, pixelAspect = 1): readonly Handle[] {
  const box = boxOf(shape, typeName, pixelAspect);
  if (box) return box.map((at, index) => ({ kind: "corner", at, index }));
  const canGrow = typeName !== "arrow";
  return pathsOf(shape).flatMap(({ points, isClosed }, path) => {
    const vertices = points.map((at, index): Handle => ({ kind: "vertex", at, path, index }));
    const middles = points.flatMap((at, index): Handle[] => {
      const next = points[index + 1] ?? (isClosed ? points[0] : undefined);
      return next && canGrow && points.length > 1
        ? [{ kind: "middle", at: middle(at, next), path, index: index + 1 }]
        : [];
    });
    return [...middles, ...vertices];
  });
}

/** Moves one corner of a box; the opposite corner and the directions stay. */
function moveCorner(box: readonly SlidePoint[], index: number, to: SlidePoint): readonly SlidePoint[] {
  const corner = (offset: number): SlidePoint => box[(index + offset) % 4] as SlidePoint;
  const fixed = corner(2);
  const [u, v] = [minus(corner(1), fixed), minus(corner(3), fixed)];
  const diagonal = minus(to, fixed);
  const determinant = u[0] * v[1] - u[1] * v[0];
  /** Scales a side, but never makes it too short to be enlarged again. */
  const grown = (side: SlidePoint, factor: number): SlidePoint => {
    const allowed = Math.abs(factor) * length(side) < BOX_MIN_PX ? BOX_MIN_PX / length(side) : factor;
    return [side[0] * allowed, side[1] * allowed];
  };
  const next = grown(u, (diagonal[0] * v[1] - diagonal[1] * v[0]) / determinant);
  const previous = grown(v, (diagonal[1] * u[0] - diagonal[0] * u[1]) / determinant);
  const moved = [plus(plus(fixed, next), previous), plus(fixed, next), fixed, plus(fixed, previous)];
  return [0, 1, 2, 3].map((place) => moved[(place - index + 4) % 4] as SlidePoint);
}

/** Moves one handle of the shape. @param handle a handle of this shape. */
export function moveHandle(
  shape: Shape,
  typeName: AnnotationTypeName,
  handle: Handle,
  to: SlidePoint,
  pixelAspect = 1,
): Shape {
  if (handle.kind === "resize" || handle.kind === "turn") return shape;
  if (handle.kind === "corner") {
    const box = boxOf(shape, typeName, pixelAspect);
    const ringInBox = RING_IN_BOX[typeName];
    return box && ringInBox ? { kind: "polygon", rings: [ringInBox(moveCorner(box, handle.index, to))] } : shape;
  }
  const replaced = handle.kind === "vertex" ? 1 : 0;
  const paths = pathsOf(shape).map(({ points }, path) =>
    path === handle.path ? points.toSpliced(handle.index, replaced, to) : points,
  );
  return withPaths(shape, paths);
}

/** null: the shape needs this vertex, or the handle is not a vertex. */
export function deleteVertexOf(shape: Shape, handle: Handle): Shape | null {
  if (handle.kind !== "vertex") return null;
  const paths = pathsOf(shape);
  const path = paths[handle.path];
  if (!path || path.points.length <= path.minPoints) return null;
  return withPaths(
    shape,
    paths.map(({ points }, index) => (index === handle.path ? points.toSpliced(handle.index, 1) : points)),
  );
}

/** The requested offset, limited so that the shape stays on the slide. */
export function translationOnSlide(
  shape: Shape,
  [dx, dy]: readonly [number, number],
  slide: { readonly width: number; readonly height: number },
): readonly [dx: number, dy: number] {
  const { minX, minY, maxX, maxY } = boundsOf(shape);
  return [Math.max(-minX, Math.min(slide.width - maxX, dx)), Math.max(-minY, Math.min(slide.height - maxY, dy))];
}

export function translateShape(shape: Shape, dx: number, dy: number): Shape {
  return mapVertices(shape, ([x, y]) => [x + dx, y + dy]);
}

/** The handle within reach; vertices come before midpoints. @param reach slide pixels. */
export function handleAt(handles: readonly Handle[], point: SlidePoint, reach: number): Handle | null {
  let best: { handle: Handle; distance: number } | null = null;
  for (const handle of handles) {
    const distance = length(minus(handle.at, point)) + (handle.kind === "middle" ? reach / 2 : 0);
    if (distance <= reach && (!best || distance <= best.distance)) best = { handle, distance };
  }
  return best ? best.handle : null;
}
