/**
 * Converts the pixels of a slide to the amount of stain per pixel, at the resolution of the analysis.
 *
 * Source: Ruifrok and Johnston 2001 (see `stain-sets.ts`). Nuclei are found by the stain that they have more of, blue
 * or brown (QuPath uses the sum of optical densities, in which a brown background hides pale blue nuclei: measured).
 */
import { opticalDensity } from "../stain/separate-stains.ts";
import { invert, type StainMatrix, stainMatrixOf } from "../stain/stain-matrix.ts";
import { type CellSettings, DEFAULT_STAIN_VECTORS } from "./cell-settings.ts";
import type { PixelRegion } from "./nucleus.ts";

/** Row by row, one value per pixel. */
export interface StainPlanes {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly micrometresPerPixel: number;
  /** Downsampling factor: pixels of the region per pixel of the planes, on each axis. */
  readonly shrink: number;
  /** Stain of nuclei: optical density; for DAPI: intensity, 0 to 1. Never below 0. */
  readonly signal: Float32Array;
  readonly hematoxylin: Float32Array;
  /** Null: the stain has none. */
  readonly dab: Float32Array | null;
}

/** Approximate resolution of the analysis, QuPath's default. */
const WORK_MICROMETRES_PER_PIXEL = 0.5;
const FULL = 255;
/**
 * Maximum residual relative to the explained stain; above are ink and other colours that the two stains cannot produce.
 */
const MAX_RESIDUAL_SHARE = 0.6;
const MIN_RESIDUAL_DENSITY = 0.15;
/** Weight of DAB against hematoxylin: brown is darker, and its background must not hide pale blue nuclei. */
const DAB_WEIGHT = 0.7;

/** Number of pixels per side combined into one analysed pixel. */
function shrinkOf(micrometresPerPixel: number): number {
  return Math.max(1, Math.round(WORK_MICROMETRES_PER_PIXEL / micrometresPerPixel));
}

/** Up to `shrink - 1` rows and columns that do not fill a last pixel are dropped. */
export function separatePlanes(region: PixelRegion, settings: CellSettings): StainPlanes {
  const shrink = shrinkOf(region.micrometresPerPixel);
  const widthPx = Math.floor(region.widthPx / shrink);
  const heightPx = Math.floor(region.heightPx / shrink);
  const frame = { widthPx, heightPx, shrink, micrometresPerPixel: region.micrometresPerPixel * shrink };
  if (settings.stain === "dapi") {
    const signal = brightest(region, frame);
    return { ...frame, signal, hematoxylin: signal, dab: null };
  }
  const matrix = stainMatrixOf(settings.stainVectors ?? DEFAULT_STAIN_VECTORS[settings.stain]);
  if (!matrix) throw new RangeError("These stains cannot be separated.");
  const light = settings.incidentLight ?? [FULL, FULL, FULL];
  const tables = light.map((incident) =>
    Float32Array.from({ length: 256 }, (_unused, level) => opticalDensity(level, incident)),
  );
  return { ...frame, ...absorbed(region, frame, tables, invert(matrix), settings.stain === "hematoxylin-dab") };
}

type Frame = Pick<StainPlanes, "widthPx" | "heightPx" | "shrink">;

/** Fluorescence nuclei are bright in the channel's display colour, whichever it is. */
function brightest({ rgba, widthPx: rowPx }: PixelRegion, { widthPx, heightPx, shrink }: Frame): Float32Array {
  const signal = new Float32Array(widthPx * heightPx);
  const scale = 1 / (FULL * shrink * shrink);
  for (let y = 0, at = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      let sum = 0;
      for (let row = 0; row < shrink; row += 1) {
        let from = ((y * shrink + row) * rowPx + x * shrink) * 4;
        for (let column = 0; column < shrink; column += 1, from += 4)
          if (rgba[from + 3] !== 0) sum += Math.max(rgba[from]!, rgba[from + 1]!, rgba[from + 2]!);
      }
      signal[at] = sum * scale;
    }
  return signal;
}

function absorbed(
  { rgba, widthPx: rowPx }: PixelRegion,
  { widthPx, heightPx, shrink }: Frame,
  tables: readonly Float32Array[],
  [toRed, toGreen, toBlue]: StainMatrix,
  hasDab: boolean,
): Pick<StainPlanes, "signal" | "hematoxylin" | "dab"> {
  const [reds, greens, blues] = tables as [Float32Array, Float32Array, Float32Array];
  const hematoxylin = new Float32Array(widthPx * heightPx);
  const dab = hasDab ? new Float32Array(widthPx * heightPx) : null;
  const signal = new Float32Array(widthPx * heightPx);
  const scale = 1 / (shrink * shrink);
  for (let y = 0, at = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let row = 0; row < shrink; row += 1) {
        let from = ((y * shrink + row) * rowPx + x * shrink) * 4;
        for (let column = 0; column < shrink; column += 1, from += 4) {
          if (rgba[from + 3] === 0) continue;
          red += reds[rgba[from]!]!;
          green += greens[rgba[from + 1]!]!;
          blue += blues[rgba[from + 2]!]!;
        }
      }
      const first = (red * toRed[0] + green * toGreen[0] + blue * toBlue[0]) * scale;
      const second = (red * toRed[1] + green * toGreen[1] + blue * toBlue[1]) * scale;
      const residual = Math.abs(red * toRed[2] + green * toGreen[2] + blue * toBlue[2]) * scale;
      hematoxylin[at] = first;
      if (dab) dab[at] = second;
      const explained = Math.max(0, first) + Math.max(0, second);
      const isInk = residual > MIN_RESIDUAL_DENSITY && residual > MAX_RESIDUAL_SHARE * explained;
      signal[at] = isInk ? 0 : Math.max(0, first, hasDab ? second * DAB_WEIGHT : 0);
    }
  return { signal, hematoxylin, dab };
}
