/**
 * Accuracy of the built-in analyser with its default settings, on images that were not used for tuning; shown beside
 * each result. Measured by `bench/analysis.ts`; update it together with `bench/README.md`.
 */
import type { StainKind } from "./cell-settings.ts";

/** Totals over all images of a stain. */
interface MeasuredCounts {
  readonly trueCount: number;
  readonly foundCount: number;
  /** True positives by position: the centroid is in a true nucleus, each counted once. */
  readonly countedRight: number;
  /** True positives by outline: intersection over union with a true outline is at least 0.5, each counted once. */
  readonly outlinedRight: number;
}

interface MeasuredQuality {
  /** Images from the project's own generator; null: it has none with this stain. */
  readonly generated: MeasuredCounts | null;
  /** Scanned images annotated by people; null: none available. */
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
  // The right half of the DAPI image of DeepLIIF's Bladder1.
  dapi: {
    generated: null,
    real: { trueCount: 93, foundCount: 72, countedRight: 70, outlinedRight: 50 },
  },
};

/**
 * For a sentence such as "finds 8 of 10 nuclei". Real images take precedence over generated ones. @returns a whole
 * number, 0 to 10.
 */
export function foundOfTen(stain: StainKind): { readonly found: number; readonly from: "real" | "generated" } {
  const { real, generated } = MEASURED_QUALITY[stain];
  const counts = real ?? generated;
  if (!counts) throw new RangeError(`Nothing was measured for ${stain}.`);
  return { found: Math.floor((10 * counts.countedRight) / counts.trueCount), from: real ? "real" : "generated" };
}
