/** Lengths in a radiological picture. Source: DICOM PS3.3, 10.7.1.3 (Pixel Spacing: from row to row, then from column to column). */

/** Pixels of the picture, from the middle of its first pixel: column to the right, row down. */
export type PicturePoint = readonly [column: number, row: number];

/** mm. */
export type PixelSpacingMm = readonly [betweenRows: number, betweenColumns: number];

/** mm; null: the picture does not say how large its pixels are. */
export function pictureLengthMm(from: PicturePoint, to: PicturePoint, spacing: PixelSpacingMm | null): number | null {
  if (!spacing) return null;
  const [betweenRows, betweenColumns] = spacing;
  return Math.hypot((to[0] - from[0]) * betweenColumns, (to[1] - from[1]) * betweenRows);
}
