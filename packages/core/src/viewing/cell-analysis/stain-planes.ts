/**
 * From the pixels of a slide to how much stain there is at each place, at the resolution at which nuclei are looked for.
 *
 * Source: Ruifrok and Johnston 2001 (see `stain-sets.ts`); nuclei are found by the stain of which they have more, blue or brown
 * (QuPath takes the sum of optical densities, in which a brown ground hides pale blue nuclei: measured).
 */
import { opticalDensity } from "../stain/separate-stains.ts";
import { invert, type StainMatrix, stainMatrixOf } from "../stain/stain-matrix.ts";
import { type CellSettings, DEFAULT_STAIN_VECTORS } from "./cell-settings.ts";
import type { PixelRegion } from "./nucleus.ts";

/** Row by row, one value a pixel. */
export interface StainPlanes {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly micrometresPerPixel: number;
  /** Pixels of the region to a side of one of these. */
  readonly shrink: number;
  /** What nuclei have much of: optical density; of DAPI: intensity, 0 to 1. Never below 0. */
  readonly signal: Float32Array;
  readonly hematoxylin: Float32Array;
  /** null: the stain has none. */
  readonly dab: Float32Array | null;
}

/** Nuclei are looked for at about this resolution, QuPath's default. */
const WORK_MICROMETRES_PER_PIXEL = 0.5;
const FULL = 255;
/** Ink and other things whose colour the two stains cannot make: so much of it remains, against what they explain. */
const MAX_RESIDUAL_SHARE = 0.6;
const MIN_RESIDUAL_DENSITY = 0.15;
/** Of DAB, beside hematoxylin: brown is darker, and what it leaves on the ground shall not hide pale blue nuclei. */
const DAB_WEIGHT = 0.7;

/** How many pixels of a side are put together for one of those that are analysed. */
export function shrinkOf(micrometresPerPixel: number): number {
  return Math.max(1, Math.round(WORK_MICROMETRES_PER_PIXEL / micrometresPerPixel));
}

/** Rows and columns that do not fill a last pixel are left out, up to `shrink - 1`. */
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

/** Fluorescence shows nuclei bright in whichever colour the channel is painted. */
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
