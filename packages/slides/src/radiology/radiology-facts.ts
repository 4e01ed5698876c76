/** What a zip of radiological pictures is found to be: plain values, as a sandbox tells them. */

export const RADIOLOGY_FILES = {
  /** All cleaned instances, one after the other. */
  instances: "instances",
  /** Of a series, by its number. */
  thumbnail: (series: number) => `thumbnail-${series}.webp`,
} as const;

/** `encoding`: no viewer of ours decodes it. `pixels`: of a depth or a kind of colour that none shows. */
export type UnshowableBecause = "encoding" | "pixels";

export interface FoundInstance {
  /** From 1, through all series. */
  readonly number: number;
  readonly frames: number;
  /** Its position in the file of instances. */
  readonly offset: number;
  readonly bytes: number;
}

export type BodyPlane = "axial" | "coronal" | "sagittal" | "oblique";

export interface FoundSeries {
  /** From 1, in the order that they are shown. */
  readonly number: number;
  readonly modality: string;
  /** Free text; may be empty. */
  readonly description: string;
  readonly plane: BodyPlane | null;
  readonly instanceCount: number;
  readonly frameCount: number;
  /** Of the first picture. */
  readonly rows: number;
  readonly columns: number;
  /** Row to row, column to column. */
  readonly pixelSpacingMm: readonly [number, number] | null;
  readonly sliceSpacingMm: number | null;
  /** null: it can be shown. */
  readonly fault: UnshowableBecause | null;
  readonly mayShowNames: boolean;
  readonly hasThumbnail: boolean;
  /** In the order that they are shown; none of what cannot be shown. */
  readonly instances: readonly FoundInstance[];
}

export interface FoundRadiology {
  readonly series: readonly FoundSeries[];
  /** Files that were left out: no DICOM, DICOM without a picture, or damaged. */
  readonly ignoredCount: number;
}
