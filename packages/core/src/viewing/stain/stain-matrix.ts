/**
 * Maps colours to amounts of two or three stains, and back.
 *
 * Source: Ruifrok and Johnston 2001 (see stain-sets.ts), "Color deconvolution": optical densities add up, OD = C · M
 * with the stains' normalised vectors as the rows of M, so C = OD · M⁻¹.
 */
import type { StainVector } from "./stain-sets.ts";

/** Three rows of three. */
export type StainMatrix = readonly [StainVector, StainVector, StainVector];

/** Minimum volume that the stain vectors must span (1: at right angles) to be separable. */
const MIN_DETERMINANT = 0.005;

export function normalised([red, green, blue]: StainVector): StainVector {
  const length = Math.hypot(red, green, blue) || 1;
  return [red / length, green / length, blue / length];
}

const cross = ([a, b, c]: StainVector, [x, y, z]: StainVector): StainVector => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];

/**
 * @param vectors two or three. With two, the third is perpendicular to both: the residual.
 * @returns null if they are too similar to be separated.
 */
export function stainMatrixOf(vectors: readonly StainVector[]): StainMatrix | null {
  const [first, second, third] = vectors.map(normalised);
  if (!first || !second) return null;
  const residual = cross(first, second);
  const matrix: StainMatrix = [first, second, third ?? normalised(residual)];
  const spanned = third ? Math.abs(determinant(matrix)) : Math.hypot(...residual);
  return spanned < MIN_DETERMINANT ? null : matrix;
}

function determinant([first, second, third]: StainMatrix): number {
  const [x, y, z] = cross(second, third);
  return first[0] * x + first[1] * y + first[2] * z;
}

/** @param matrix from `stainMatrixOf`. @returns rows are red, green, blue; columns the stains. */
export function invert(matrix: StainMatrix): StainMatrix {
  const scale = 1 / determinant(matrix);
  const [first, second, third] = matrix;
  const columns = [cross(second, third), cross(third, first), cross(first, second)] as const;
  const row = (axis: 0 | 1 | 2): StainVector => [
    columns[0][axis] * scale,
    columns[1][axis] * scale,
    columns[2][axis] * scale,
  ];
  return [row(0), row(1), row(2)];
}
