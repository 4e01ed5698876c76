/**
 * Side of a line on which a point lies: exact for all finite numbers.
 *
 * Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997,
 * section 4.2 (orient2d and its error bound A). If the bound does not decide, integer arithmetic does.
 */
import type { SlidePoint } from "./slide-point.ts";

const ROUNDING = 2 ** -53;
const ERROR_BOUND = (3 + 16 * ROUNDING) * ROUNDING;
/** Integers below this have exact differences and products of differences. */
const EXACT_BELOW = 2 ** 25;

/** @returns 1 if a, b, c turn clockwise as seen with y down; -1 if counterclockwise; 0 if collinear. */
export function orientationOf(a: SlidePoint, b: SlidePoint, c: SlidePoint): -1 | 0 | 1 {
  const left = (a[0] - c[0]) * (b[1] - c[1]);
  const right = (a[1] - c[1]) * (b[0] - c[0]);
  const difference = left - right;
  if (Math.abs(difference) > ERROR_BOUND * (Math.abs(left) + Math.abs(right))) return difference > 0 ? 1 : -1;
  if (isSame(a, c) || isSame(b, c) || isSame(a, b)) return 0;
  if (difference === 0 && isSmallWhole(a) && isSmallWhole(b) && isSmallWhole(c)) return 0;
  return exactOrientationOf(a, b, c);
}

const isSame = (one: SlidePoint, other: SlidePoint): boolean => one[0] === other[0] && one[1] === other[1];

const isSmallWhole = ([x, y]: SlidePoint): boolean =>
  Number.isInteger(x) && Number.isInteger(y) && Math.abs(x) < EXACT_BELOW && Math.abs(y) < EXACT_BELOW;

function exactOrientationOf(a: SlidePoint, b: SlidePoint, c: SlidePoint): -1 | 0 | 1 {
  const [ax, ay, bx, by, cx, cy] = toCommonUnit([...a, ...b, ...c]) as [bigint, bigint, bigint, bigint, bigint, bigint];
  const difference = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

const MANTISSA_BITS = 52n;
const MANTISSA_MASK = (1n << MANTISSA_BITS) - 1n;
const EXPONENT_MASK = 0x7ffn;

/** The numbers as integer multiples of a common power of two. */
function toCommonUnit(values: readonly number[]): bigint[] {
  const bits = new BigUint64Array(Float64Array.from(values).buffer);
  const parts = [...bits].map((word) => {
    const exponent = (word >> MANTISSA_BITS) & EXPONENT_MASK;
    const mantissa = word & MANTISSA_MASK;
    const isNegative = word >> 63n === 1n;
    const magnitude = exponent === 0n ? mantissa : mantissa | (1n << MANTISSA_BITS);
    return { value: isNegative ? -magnitude : magnitude, exponent: exponent === 0n ? 1n : exponent };
  });
  const minExponent = BigInt(Math.min(...parts.map(({ exponent }) => Number(exponent))));
  return parts.map(({ value, exponent }) => value << (exponent - minExponent));
}
