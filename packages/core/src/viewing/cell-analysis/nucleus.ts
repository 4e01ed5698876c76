/** Input and output of the built-in cell analyser. */

/** Pixels of a slide, row by row from the top left. */
export interface PixelRegion {
  /** Red, green, blue, alpha; alpha 0 is outside the slide, without nuclei. Length `4 * widthPx * heightPx`. */
  readonly rgba: Uint8Array | Uint8ClampedArray;
  readonly widthPx: number;
  readonly heightPx: number;
  /** 0.1 to 1; below 0.375 the image is downsampled by 2, 3 …, since 0.5 is sufficient for nuclei. */
  readonly micrometresPerPixel: number;
}

/** 0: negative, 1: weak, 2: moderate, 3: strong, by the mean optical density of DAB. */
export type IntensityClass = 0 | 1 | 2 | 3;

/** `other` counts neither as positive nor as negative: all nuclei of a stain without a marker (H&E, DAPI). */
export type CellClass = "positive" | "negative" | "other";

export interface Nucleus {
  /**
   * Closed ring without repeating the first vertex: x0, y0, x1, y1 …; pixels of the region, origin at its top left
   * corner.
   */
  readonly outlinePx: Float32Array;
  /** Outline of the cell, in the same form; empty if `expansionMicrometres` is 0. */
  readonly cellOutlinePx: Float32Array;
  readonly centroidPx: readonly [x: number, y: number];
  readonly areaSquareMicrometres: number;
  /** 4π · area / perimeter², at most 1. */
  readonly circularity: number;
  /** Mean optical density of hematoxylin in the nucleus; for DAPI: mean intensity, 0 to 1. */
  readonly hematoxylinMean: number;
  /** Mean optical density of DAB in the nucleus; 0 for other stains. */
  readonly dabMean: number;
  readonly intensityClass: IntensityClass;
  readonly cellClass: CellClass;
}
