/**
 * Which place of one slide shows the same tissue as a place of another: learned from pairs of points that someone set.
 *
 * Everything is reckoned in µm, so that slides of different scanners, and pixels that are not square, need no thought.
 * - no pair: as large as each other, one given place upon the other
 * - one: a shift
 * - two: a similarity (turn, size and shift, never a mirror image)
 * - three or more: an affine map
 *
 * Sources: issue "The viewer, the annotator and the case", slide binder; S. Umeyama, "Least-squares estimation of
 * transformation parameters between two point patterns", IEEE TPAMI 13 (1991) and B. K. P. Horn, "Closed-form solution of
 * absolute orientation using unit quaternions", JOSA A 4 (1987) for the similarity, in the plane's closed form; the affine
 * map is ordinary least squares about the centroids.
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

/** The same tissue on this slide and on the other, in the pixels of each. */
export type PointPair = readonly [here: SlidePoint, there: SlidePoint];

export type RegistrationKind = "none" | "shift" | "similarity" | "affine";

/**
 * Why the map is simpler than the number of pairs would allow.
 * - `coincident`: the points lie upon each other on one of the slides
 * - `collinear`: they lie on a line on one of the slides
 * - `contradictory`: no turn or stretch fits them even roughly
 */
export type RegistrationProblem = "coincident" | "collinear" | "contradictory";

export interface Registration {
  readonly kind: RegistrationKind;
  /** null: as good as so many pairs can be. */
  readonly problem: RegistrationProblem | null;
  /** Place on the other slide that shows what lies at a place of this one. */
  toOther(point: SlidePoint): SlidePoint;
  /** The way back. */
  toThis(point: SlidePoint): SlidePoint;
  /** How many times as long the tissue is on the other slide, both in µm; the mean of all directions. */
  readonly scale: number;
  /** How far the tissue is turned on the other slide, clockwise, above -180 to 180. */
  readonly rotationDeg: number;
  /** Whether the other slide shows the tissue from its back: then no turn brings the two into line. */
  readonly isMirrored: boolean;
  /**
   * Root mean square of the distances between where the points of the other slide are and where the map says, in µm of the
   * other slide; 0 where there are just enough pairs for the map. null without pairs.
   */
  readonly residualUm: number | null;
  /** The distance of each pair, in their order. */
  readonly residualsUm: readonly number[];
}

/** Points that lie closer together tell no direction: root mean square of the distances from their middle. */
const MIN_SPREAD_UM = 1;
/** Points whose spread across is a smaller share of that along lie on a line: an error across would be drawn out beyond use. */
const MIN_BREADTH = 0.02;
/** A similarity that explains a smaller share than this explains nothing. */
const MIN_AGREEMENT = 0.2;

const NO_CHANGE: Linear = [1, 0, 0, 1];

interface UmPair {
  readonly here: Vector;
  readonly there: Vector;
}

/** Pairs about their middles, in µm. */
interface Centred {
  readonly pairs: readonly UmPair[];
  readonly middle: UmPair;
}

/**
 * @param pairs all points on their slides.
 * @param pixelHere µm per pixel of this slide; where it is not known, 1: the map then speaks of pixels.
 * @param pixelThere of the other slide.
 * @param withoutPairs the places that are taken for each other while there is no pair, e.g. the middles of the slides.
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
 * Bound points of two slides, brought together by their numbers; a number that one of them has no place for is left out.
 *
 * @param here by number; null: no place for it.
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
  // Points that contradict each other may press the whole slide upon a line: then there would be no way back.
  return isFlat(linear) ? fitSimilarity(pairs, "contradictory") : { kind: "affine", linear, problem: null };
}

/** Least squares of `there = z * here` with complex numbers: a turn and a size, never a mirror image. */
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

/** The normal equations of two unknowns a row; in balance, as the points lie about their middle and on no line. */
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

/** Root mean square of the distances from the middle, along the line that fits best and across it. */
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
  // The smaller one by the determinant: the difference would lose its digits.
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
