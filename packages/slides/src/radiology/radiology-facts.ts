/** Description of a zip of radiology images: plain values, as reported by a sandbox. */

export const RADIOLOGY_FILES = {
  /** All cleaned instances, concatenated. */
  instances: "instances",
  /** Thumbnail of a series, by its number. */
  thumbnail: (series: number) => `thumbnail-${series}.webp`,
} as const;

/** `encoding`: none of our viewers decodes it. `pixels`: a bit depth or colour type that no viewer shows. */
export type UnshowableBecause = "encoding" | "pixels";

export interface FoundInstance {
  /** From 1, counted through all series. */
  readonly number: number;
  readonly frames: number;
  /** Byte offset in the file of instances. */
  readonly offset: number;
  readonly bytes: number;
}

export type BodyPlane = "axial" | "coronal" | "sagittal" | "oblique";

export interface FoundSeries {
  /** From 1, in display order. */
  readonly number: number;
  readonly modality: string;
  /** Free text; may be empty. */
  readonly description: string;
  readonly plane: BodyPlane | null;
  readonly instanceCount: number;
  readonly frameCount: number;
  /** Size of the first image. */
  readonly rows: number;
  readonly columns: number;
  /** Distances between rows and between columns. */
  readonly pixelSpacingMm: readonly [number, number] | null;
  readonly sliceSpacingMm: number | null;
  /** null: the series can be shown. */
  readonly fault: UnshowableBecause | null;
  readonly mayShowNames: boolean;
  readonly hasThumbnail: boolean;
  /** In display order; empty if the series cannot be shown. */
  readonly instances: readonly FoundInstance[];
}

export interface FoundRadiology {
  readonly series: readonly FoundSeries[];
  /** Number of ignored files: not DICOM, DICOM without an image, or damaged. */
  readonly ignoredCount: number;
}
