/**
 * Maps points of one slide to the points of another that show the same tissue, based on pairs of points set by a user.
 *
 * All computations are in µm, so different scanners and non-square pixels need no special case.
 * - no pair: the same scale, one given point mapped to the other
 * - one pair: a shift
 * - two pairs: a similarity (rotation, scale and shift, never a reflection)
 * - three or more pairs: an affine map
 *
 * Sources: issue "The viewer, the annotator and the case", slide binder; S. Umeyama, "Least-squares estimation of
 * transformation parameters between two point patterns", IEEE TPAMI 13 (1991) and B. K. P. Horn, "Closed-form solution
 * of absolute orientation using unit quaternions", JOSA A 4 (1987) for the similarity, in the plane's closed form; the
 * affine map is ordinary least squares about the centroids.
 */
import {
  determinantOf,
  type Linear,
  linearInverse,
  linearTimes,
  rotationDegOf,
  scaleOf,
  type Vector,
} from "./linear.ts";
import type { PixelSizeUm, SlidePoint } from "./slide-point.ts";

/** The same tissue on this slide and on the other, each in pixels of its slide. */
export type PointPair = readonly [here: SlidePoint, there: SlidePoint];

type RegistrationKind = "none" | "shift" | "similarity" | "affine";

/**
 * Reason why the map is simpler than the number of pairs would allow.
 * - `coincident`: the points coincide on one of the slides
 * - `collinear`: they are on one line on one of the slides
 * - `contradictory`: no rotation or scale fits them even roughly
 */
type RegistrationProblem = "coincident" | "collinear" | "contradictory";

export interface Registration {
  readonly kind: RegistrationKind;
  /** Null: the map uses all pairs. */
  readonly problem: RegistrationProblem | null;
  /** Maps a point of this slide to the other. */
  toOther(point: SlidePoint): SlidePoint;
  /** Maps a point of the other slide to this one. */
  toThis(point: SlidePoint): SlidePoint;
  /** Scale of the tissue on the other slide relative to this one, both in µm; mean of all directions. */
  readonly scale: number;
  /** Rotation of the tissue on the other slide, clockwise, greater than -180, up to 180. */
  readonly rotationDeg: number;
  /** Whether the other slide is mirrored; no rotation aligns the two then. */
  readonly isMirrored: boolean;
  /**
   * Root mean square of the distances between the points on the other slide and their mapped positions, in µm of the
   * other slide; 0 if there are just enough pairs for the map. Null without pairs.
   */
  readonly residualUm: number | null;
  /** Distance for each pair, in order. */
  readonly residualsUm: readonly number[];
}

/** Points closer together do not determine a direction; root mean square of the distances from their centroid. */
const MIN_SPREAD_UM = 1;
/**
 * Points whose spread across is a smaller fraction of their spread along are treated as collinear, because errors
 * across would be amplified too much.
 */
const MIN_BREADTH = 0.02;
/** Similarities that explain a smaller fraction than this are rejected. */
const MIN_AGREEMENT = 0.2;

const NO_CHANGE: Linear = [1, 0, 0, 1];

interface UmPair {
  readonly here: Vector;
  readonly there: Vector;
}

/** Pairs relative to their centroids, in µm. */
interface Centred {
  readonly pairs: readonly UmPair[];
  readonly middle: UmPair;
}

/**
 * @param pairs points on both slides.
 * @param pixelHere µm per pixel of this slide; 1 if unknown, so that the map is in pixels.
 * @param pixelThere µm per pixel of the other slide.
 * @param withoutPairs points mapped to each other while there are no pairs, e.g. the slides' centres.
 */
export function registerSlides(
  pairs: readonly PointPair[],
  pixelHere: PixelSizeUm,
  pixelThere: PixelSizeUm,
  withoutPairs: PointPair = [
    [0, 0],
    [0, 0],
  ],
): Registration {
  const inUm = pairs.map(([here, there]) => ({ here: umOf(here, pixelHere), there: umOf(there, pixelThere) }));
  const [anchorHere, anchorThere] = withoutPairs;
  const anchor = { here: umOf(anchorHere, pixelHere), there: umOf(anchorThere, pixelThere) };
  const centred = inUm.length === 0 ? { pairs: [], middle: anchor } : centre(inUm);
  const { kind, linear, problem } = fit(centred);
  const inverse = linearInverse(linear);
  const { here: middleHere, there: middleThere } = centred.middle;
  const mapUm = (um: Vector): Vector => plus(linearTimes(linear, minus(um, middleHere)), middleThere);
  const residualsUm = inUm.map(({ here, there }) => Math.hypot(...minus(mapUm(here), there)));
  return {
    kind,
    problem,
    toOther: (point) => pixelsOf(mapUm(umOf(point, pixelHere)), pixelThere),
    toThis: (point) =>
      pixelsOf(plus(linearTimes(inverse, minus(umOf(point, pixelThere), middleThere)), middleHere), pixelHere),
    scale: scaleOf(linear),
    rotationDeg: rotationDegOf(linear),
    isMirrored: determinantOf(linear) < 0,
    residualUm: residualsUm.length === 0 ? null : rootMeanSquare(residualsUm),
    residualsUm,
  };
}

/**
 * Pairs the bound points of two slides by number; numbers without a point on both slides are omitted.
 *
 * @param here points by number; null: none.
 */
export function pairBoundPoints(
  here: readonly (SlidePoint | null)[],
  there: readonly (SlidePoint | null)[],
): PointPair[] {
  return here.flatMap((point, number) => {
    const other = there[number] ?? null;
    return point === null || other === null ? [] : [[point, other] as const];
  });
}

interface Fit {
  readonly kind: RegistrationKind;
  readonly linear: Linear;
  readonly problem: RegistrationProblem | null;
}

function fit({ pairs }: Centred): Fit {
  if (pairs.length === 0) return { kind: "none", linear: NO_CHANGE, problem: null };
  if (pairs.length === 1) return { kind: "shift", linear: NO_CHANGE, problem: null };
  const spreads = [spreadOf(pairs.map(({ here }) => here)), spreadOf(pairs.map(({ there }) => there))];
  if (spreads.some(({ along }) => along < MIN_SPREAD_UM))
    return { kind: "shift", linear: NO_CHANGE, problem: "coincident" };
  if (pairs.length === 2) return fitSimilarity(pairs, null);
  const isOnLine = spreads.some(({ along, across }) => across < along * MIN_BREADTH);
  if (isOnLine) return fitSimilarity(pairs, "collinear");
  const linear = fitAffine(pairs);
  // Contradictory points could make the map singular, without an inverse.
  return isFlat(linear) ? fitSimilarity(pairs, "contradictory") : { kind: "affine", linear, problem: null };
}

/** Least squares of `there = z * here` with complex numbers: rotation and scale, never a reflection. */
function fitSimilarity(pairs: readonly UmPair[], problem: RegistrationProblem | null): Fit {
  let real = 0;
  let imaginary = 0;
  let squaresHere = 0;
  let squaresThere = 0;
  for (const { here, there } of pairs) {
    real += here[0] * there[0] + here[1] * there[1];
    imaginary += here[0] * there[1] - here[1] * there[0];
    squaresHere += here[0] ** 2 + here[1] ** 2;
    squaresThere += there[0] ** 2 + there[1] ** 2;
  }
  const agreement = Math.hypot(real, imaginary) / Math.sqrt(squaresHere * squaresThere);
  if (agreement < MIN_AGREEMENT) return { kind: "shift", linear: NO_CHANGE, problem: "contradictory" };
  const a = real / squaresHere;
  const b = imaginary / squaresHere;
  return { kind: "similarity", linear: [a, -b, b, a], problem };
}

/** Normal equations with two unknowns per row; well-conditioned, since the points are centred and not collinear. */
function fitAffine(pairs: readonly UmPair[]): Linear {
  const products: [number, number, number, number] = [0, 0, 0, 0];
  const squares: [number, number, number, number] = [0, 0, 0, 0];
  for (const { here, there } of pairs) {
    products[0] += there[0] * here[0];
    products[1] += there[0] * here[1];
    products[2] += there[1] * here[0];
    products[3] += there[1] * here[1];
    squares[0] += here[0] * here[0];
    squares[1] += here[0] * here[1];
    squares[3] += here[1] * here[1];
  }
  squares[2] = squares[1];
  const [a, b, c, d] = linearInverse(squares);
  const [p, q, r, s] = products;
  return [p * a + q * c, p * b + q * d, r * a + s * c, r * b + s * d];
}

/** Root mean square distance from the centroid, along the best-fitting line and across it. */
function spreadOf(points: readonly Vector[]): { along: number; across: number } {
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const [x, y] of points) {
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const half = (xx + yy) / 2;
  const apart = Math.hypot((xx - yy) / 2, xy);
  const along = half + apart;
  // The smaller value is computed from the determinant, because a difference would lose precision.
  const across = along === 0 ? 0 : Math.max(0, xx * yy - xy * xy) / along;
  return { along: Math.sqrt(along / points.length), across: Math.sqrt(across / points.length) };
}

function isFlat(linear: Linear): boolean {
  const [a, b, c, d] = linear;
  const half = (a * a + b * b + c * c + d * d) / 2;
  const widest2 = half + Math.sqrt(Math.max(0, half * half - determinantOf(linear) ** 2));
  return Math.abs(determinantOf(linear)) < widest2 * MIN_BREADTH;
}

function centre(pairs: readonly UmPair[]): Centred {
  const middle = { here: meanOf(pairs.map(({ here }) => here)), there: meanOf(pairs.map(({ there }) => there)) };
  return {
    middle,
    pairs: pairs.map(({ here, there }) => ({ here: minus(here, middle.here), there: minus(there, middle.there) })),
  };
}

const umOf = ([x, y]: SlidePoint, pixel: PixelSizeUm): Vector => [x * pixel.x, y * pixel.y];
const pixelsOf = ([x, y]: Vector, pixel: PixelSizeUm): SlidePoint => [x / pixel.x, y / pixel.y];
const plus = ([x, y]: Vector, [dx, dy]: Vector): Vector => [x + dx, y + dy];
const minus = ([x, y]: Vector, [dx, dy]: Vector): Vector => [x - dx, y - dy];

function meanOf(points: readonly Vector[]): Vector {
  const sum = points.reduce<Vector>(plus, [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
