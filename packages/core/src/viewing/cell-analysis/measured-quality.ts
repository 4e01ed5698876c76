/**
 * How well the built-in analyser counts, as measured with its default settings on pictures that it was not tuned on: for the
 * panel, which says so beside each result. Measured by `bench/analysis.ts`; update it together with `bench/README.md`.
 */
import type { StainKind } from "./cell-settings.ts";

/** Counts over all pictures of a stain. */
export interface MeasuredCounts {
  readonly trueCount: number;
  readonly foundCount: number;
  /** Of the found: the centroid lies in a true nucleus, each for one. */
  readonly countedRight: number;
  /** Of the found: intersection over union with a true outline is at least 0.5, each for one. */
  readonly outlinedRight: number;
}

export interface MeasuredQuality {
  /** Drawn by our own generator; null: it draws none of this stain. */
  readonly generated: MeasuredCounts | null;
  /** Scanned, the truth annotated by people; null: there is no such picture. */
  readonly real: MeasuredCounts | null;
}

export const MEASURED_QUALITY: Readonly<Record<StainKind, MeasuredQuality>> = {
  // Skin.
  "hematoxylin-eosin": {
    generated: { trueCount: 945, foundCount: 924, countedRight: 908, outlinedRight: 883 },
    real: null,
  },
  // The right half of the Ki-67 slide; DeepLIIF 22_2 and the right half of Bladder1.
  "hematoxylin-dab": {
    generated: { trueCount: 545, foundCount: 554, countedRight: 543, outlinedRight: 536 },
    real: { trueCount: 230, foundCount: 200, countedRight: 183, outlinedRight: 127 },
  },
  // The right half of the DAPI picture of DeepLIIF's Bladder1.
  dapi: {
    generated: null,
    real: { trueCount: 93, foundCount: 72, countedRight: 70, outlinedRight: 50 },
  },
};

/** For a sentence: "finds 8 of 10 nuclei". Real pictures say more than drawn ones. @returns whole, 0 to 10. */
export function foundOfTen(stain: StainKind): { readonly found: number; readonly from: "real" | "generated" } {
  const { real, generated } = MEASURED_QUALITY[stain];
  const counts = real ?? generated;
  if (!counts) throw new RangeError(`Nothing was measured for ${stain}.`);
  return { found: Math.floor((10 * counts.countedRight) / counts.trueCount), from: real ? "real" : "generated" };
}
