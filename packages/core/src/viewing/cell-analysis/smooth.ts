/**
 * Filters over a plane of values, row by row. Each depends only on values within its radius, so a slide analysed tile
 * by tile gives the same result as a whole. Values at the border are extended outwards.
 */

import { freePlanes } from "./free-planes.ts";

/** Gaussian, truncated at three standard deviations, rows and columns separately. @param sigmaPx 0: a copy. */
export function smoothPlane(plane: Float32Array, widthPx: number, heightPx: number, sigmaPx: number): Float32Array {
  const radius = Math.ceil(3 * sigmaPx);
  if (radius === 0) return plane.slice();
  const weights = Float32Array.from({ length: radius + 1 }, (_unused, at) =>
    Math.exp(-(at * at) / (2 * sigmaPx * sigmaPx)),
  );
  let total = 0;
  for (let at = -radius; at <= radius; at += 1) total += weights[Math.abs(at)]!;
  for (let at = 0; at <= radius; at += 1) weights[at]! /= total;
  const across = new Float32Array(plane.length);
  const line = new Float64Array(widthPx + 2 * radius);
  for (let y = 0; y < heightPx; y += 1) {
    const from = y * widthPx;
    line.fill(plane[from]!, 0, radius);
    line.set(plane.subarray(from, from + widthPx), radius);
    line.fill(plane[from + widthPx - 1]!, radius + widthPx);
    for (let x = 0; x < widthPx; x += 1) {
      const middle = x + radius;
      let sum = line[middle]! * weights[0]!;
      for (let step = 1; step <= radius; step += 1)
        sum += (line[middle - step]! + line[middle + step]!) * weights[step]!;
      across[from + x] = sum;
    }
  }
  // Row by row also for the columns: memory access stays sequential, and handling two steps together halves the passes.
  const smoothed = new Float32Array(plane.length);
  const middleWeight = weights[0]!;
  for (let y = 0; y < heightPx; y += 1) {
    const to = y * widthPx;
    for (let x = 0; x < widthPx; x += 1) smoothed[to + x] = across[to + x]! * middleWeight;
    for (let step = 1; step <= radius; step += 2) {
      const weight = weights[step]!;
      const above = Math.max(0, y - step) * widthPx;
      const below = Math.min(heightPx - 1, y + step) * widthPx;
      if (step === radius) {
        for (let x = 0; x < widthPx; x += 1) smoothed[to + x]! += (across[above + x]! + across[below + x]!) * weight;
        break;
      }
      const nextWeight = weights[step + 1]!;
      const above2 = Math.max(0, y - step - 1) * widthPx;
      const below2 = Math.min(heightPx - 1, y + step + 1) * widthPx;
      for (let x = 0; x < widthPx; x += 1) {
        const sum = Math.fround(smoothed[to + x]! + (across[above + x]! + across[below + x]!) * weight);
        smoothed[to + x] = sum + (across[above2 + x]! + across[below2 + x]!) * nextWeight;
      }
    }
  }
  freePlanes(across);
  return smoothed;
}

/** Backgrounds are smooth, so they are computed on a quarter of the pixels. Tiles start at multiples of this. */
const COARSE_PX = 2;

/**
 * Subtracts the morphological opening by a square of this radius, in place: structures narrower than the square stay,
 * wider ones are removed (top hat). The opening is computed from the minimum of four pixels each, so it never exceeds
 * the plane.
 *
 * Source: M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular and octagonal kernels",
 * Pattern Recognition Letters 13 (1992) 517-521: three comparisons per value, independent of the radius.
 */
export function subtractOpening(plane: Float32Array, widthPx: number, heightPx: number, radiusPx: number): void {
  const width = Math.ceil(widthPx / COARSE_PX);
  const height = Math.ceil(heightPx / COARSE_PX);
  const coarse = new Float32Array(width * height).fill(Number.POSITIVE_INFINITY);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = (y >> 1) * width;
    for (let x = 0; x < widthPx; x += 1, at += 1)
      if (plane[at]! < coarse[row + (x >> 1)]!) coarse[row + (x >> 1)] = plane[at]!;
  }
  const radius = Math.max(1, Math.round(radiusPx / COARSE_PX));
  negate(coarse);
  maximumFilter(coarse, width, height, radius);
  negate(coarse);
  maximumFilter(coarse, width, height, radius);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const row = (y >> 1) * width;
    for (let x = 0; x < widthPx; x += 1, at += 1) plane[at]! -= coarse[row + (x >> 1)]!;
  }
  freePlanes(coarse);
}

function negate(plane: Float32Array): void {
  for (let at = 0; at < plane.length; at += 1) plane[at] = -plane[at]!;
}

function maximumFilter(plane: Float32Array, width: number, height: number, radius: number): void {
  maximumLines(plane, width, 1, height, width, radius);
  maximumLines(plane, height, width, width, 1, radius);
}

/** Maximum within the radius, along each of `lines` lines of `length` values, in place. */
function maximumLines(
  plane: Float32Array,
  length: number,
  step: number,
  lines: number,
  lineStep: number,
  radius: number,
): void {
  const window = 2 * radius + 1;
  const padded = Math.ceil((length + 2 * radius) / window) * window;
  const values = new Float32Array(padded);
  const forward = new Float32Array(padded);
  const backward = new Float32Array(padded);
  for (let line = 0; line < lines; line += 1) {
    const from = line * lineStep;
    values.fill(Number.NEGATIVE_INFINITY);
    for (let at = 0; at < length; at += 1) values[at + radius] = plane[from + at * step]!;
    for (let at = 0; at < padded; at += 1)
      forward[at] = at % window === 0 ? values[at]! : Math.max(forward[at - 1]!, values[at]!);
    for (let at = padded - 1; at >= 0; at -= 1)
      backward[at] = at % window === window - 1 ? values[at]! : Math.max(backward[at + 1]!, values[at]!);
    for (let at = 0; at < length; at += 1) plane[from + at * step] = Math.max(backward[at]!, forward[at + window - 1]!);
  }
}
