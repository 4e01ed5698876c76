/**
 * The box for resizing and rotating shapes, and the effect of its handles. A rectangle or an ellipse has a box that
 * rotates with it; other shapes, and several shapes together, have one aligned with the screen.
 */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { verticesOf } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { Handle } from "../slide-work/handle.ts";
import { screenAxes } from "./drawing-tools.ts";
import { boxOf } from "./shape-editing.ts";
import { type ChangePoint, stretchAlong, turnAbout } from "./shape-transform.ts";

/** Four corners in order around the box. */
export type ShapeBox = readonly [SlidePoint, SlidePoint, SlidePoint, SlidePoint];

export interface BoxedShape {
  readonly shape: Shape;
  readonly typeName: AnnotationTypeName;
}

/** Distance of the rotation handle from the box, CSS px. */
const TURN_HANDLE_DISTANCE_PX = 30;
/** Rotation step with Shift. */
export const TURN_STEP_DEG = 15;
/** A side shorter than this cannot be resized, only moved, slide pixels. */
const SIDE_MIN_PX = 0.01;
/** Minimum length after resizing, slide pixels: a shorter side could not be enlarged again. */
const STRETCHED_MIN_PX = 1;

const minus = ([ax, ay]: SlidePoint, [bx, by]: SlidePoint): SlidePoint => [ax - bx, ay - by];
const middle = ([ax, ay]: SlidePoint, [bx, by]: SlidePoint): SlidePoint => [(ax + bx) / 2, (ay + by) / 2];
const lengthOf = ([x, y]: SlidePoint): number => Math.hypot(x, y);

/** The box aligned with the screen. */
function screenBox(shapes: readonly Shape[], turnDeg: number): ShapeBox {
  const [right, down] = screenAxes(turnDeg);
  let [left, top, end, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    for (const [x, y] of verticesOf(shape)) {
      const across = x * right[0] + y * right[1];
      const along = x * down[0] + y * down[1];
      [left, end] = [Math.min(left, across), Math.max(end, across)];
      [top, bottom] = [Math.min(top, along), Math.max(bottom, along)];
    }
  }
  const at = (across: number, along: number): SlidePoint => [
    right[0] * across + down[0] * along,
    right[1] * across + down[1] * along,
  ];
  return [at(left, top), at(end, top), at(end, bottom), at(left, bottom)];
}

/** @param pixelAspect as of `pixelAspectOf`. */
export function boxAround(boxed: readonly BoxedShape[], { turnDeg }: DrawingFrame, pixelAspect: number): ShapeBox {
  const [only] = boxed;
  const own = only && boxed.length === 1 ? boxOf(only.shape, only.typeName, pixelAspect) : null;
  if (own) return own as ShapeBox;
  return screenBox(
    boxed.map(({ shape }) => shape),
    turnDeg,
  );
}

export function centerOf([a, , c]: ShapeBox): SlidePoint {
  return middle(a, c);
}

/** A single point has no size, so it can only be moved. */
function hasSize([a, b, c]: ShapeBox): boolean {
  return Math.max(lengthOf(minus(b, a)), lengthOf(minus(c, b))) > SIDE_MIN_PX;
}

/**
 * Around the box, corners have even indices and sides odd ones; the last is the rotation handle above the first side.
 */
export function boxHandles(box: ShapeBox, { resolution }: DrawingFrame): readonly Handle[] {
  if (!hasSize(box)) return [];
  const resize = box.flatMap((corner, place): Handle[] => [
    { kind: "resize", at: corner, index: place * 2 },
    { kind: "resize", at: middle(corner, box[(place + 1) % 4] as SlidePoint), index: place * 2 + 1 },
  ]);
  const top = middle(box[0], box[1]);
  const side = minus(box[1], box[0]);
  const outward = lengthOf(side) > SIDE_MIN_PX ? upright(side, minus(top, centerOf(box))) : minus(top, centerOf(box));
  const distance = (TURN_HANDLE_DISTANCE_PX * resolution) / (lengthOf(outward) || 1);
  const at: SlidePoint = [top[0] + outward[0] * distance, top[1] + outward[1] * distance];
  return [...resize, { kind: "turn", at, index: 0 }];
}

/** Perpendicular to a direction, on the side of the other direction; up on the slide if that one has no length. */
function upright([x, y]: SlidePoint, towards: SlidePoint): SlidePoint {
  const turned: SlidePoint = [y, -x];
  return turned[0] * towards[0] + turned[1] * towards[1] < 0 ? [-y, x] : turned;
}

/** Scale factor of a side; never so small that it could not be enlarged again. */
function allowedFactor(factor: number, sideLength: number): number {
  const minFactor = STRETCHED_MIN_PX / sideLength;
  return Math.abs(factor) < minFactor ? minFactor : factor;
}

/**
 * The effect of dragging a resize handle to a point: the opposite corner or side stays.
 *
 * @param isProportional keeps the aspect ratio.
 */
export function resizeBy(box: ShapeBox, index: number, to: SlidePoint, isProportional: boolean): ChangePoint {
  const isCorner = index % 2 === 0;
  const place = Math.floor(index / 2);
  const corner = (offset: number): SlidePoint => box[(place + offset) % 4] as SlidePoint;
  const fixed = isCorner ? corner(2) : corner(3);
  // A corner scales both sides; a side scales only the direction towards the opposite side.
  const u = isCorner ? minus(corner(1), fixed) : minus(corner(0), fixed);
  const v = isCorner ? minus(corner(3), fixed) : minus(corner(2), fixed);
  const basis = [padded(u, v), padded(v, u)] as const;
  const [alongU, alongV] = coordinatesIn(basis, minus(to, fixed));
  const canU = lengthOf(u) > SIDE_MIN_PX;
  const canV = lengthOf(v) > SIDE_MIN_PX;
  let factorU = canU ? alongU : 1;
  let factorV = isCorner && canV ? alongV : 1;
  if (isProportional && canU && canV) {
    const isUMore = !isCorner || Math.abs(factorU) >= Math.abs(factorV);
    const larger = Math.abs(isUMore ? factorU : factorV);
    factorU = Math.sign(factorU || 1) * larger;
    factorV = isCorner ? Math.sign(factorV || 1) * larger : larger;
  }
  const factors = [
    canU ? allowedFactor(factorU, lengthOf(u)) : 1,
    canV ? allowedFactor(factorV, lengthOf(v)) : 1,
  ] as const;
  return stretchAlong(fixed, basis, factors);
}

/** A direction of length 0 is replaced by the perpendicular of the other, so that points still have coordinates. */
function padded(direction: SlidePoint, other: SlidePoint): SlidePoint {
  if (lengthOf(direction) > SIDE_MIN_PX) return direction;
  return [-other[1] / (lengthOf(other) || 1), other[0] / (lengthOf(other) || 1)];
}

function coordinatesIn([u, v]: readonly [SlidePoint, SlidePoint], [x, y]: SlidePoint): readonly [number, number] {
  const determinant = u[0] * v[1] - u[1] * v[0];
  return [(x * v[1] - y * v[0]) / determinant, (y * u[0] - x * u[1]) / determinant];
}

/** Rotation of the box on the tissue when its handle moves from one point to another. @returns degrees, clockwise. */
export function turnBetween(
  center: SlidePoint,
  from: SlidePoint,
  to: SlidePoint,
  { pixelAspect, isStepped }: { readonly pixelAspect: number; readonly isStepped: boolean },
): number {
  const angleOf = ([x, y]: SlidePoint): number => Math.atan2((y - center[1]) * pixelAspect, x - center[0]);
  const degrees = ((angleOf(to) - angleOf(from)) / Math.PI) * 180;
  return isStepped ? Math.round(degrees / TURN_STEP_DEG) * TURN_STEP_DEG : degrees;
}

export function turnBox(box: ShapeBox, degrees: number, pixelAspect: number): ChangePoint {
  return turnAbout(centerOf(box), degrees, pixelAspect);
}
