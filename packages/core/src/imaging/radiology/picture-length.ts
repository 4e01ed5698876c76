/** Lengths in a radiology image. Source: DICOM PS3.3, 10.7.1.3 (Pixel Spacing: between rows, then between columns). */

/** Pixels of the image, from the centre of its first pixel: column to the right, row down. */
export type PicturePoint = readonly [column: number, row: number];

/** mm. */
export type PixelSpacingMm = readonly [betweenRows: number, betweenColumns: number];

/** mm; null if the pixel spacing is unknown. */
export function pictureLengthMm(from: PicturePoint, to: PicturePoint, spacing: PixelSpacingMm | null): number | null {
  if (!spacing) return null;
  const [betweenRows, betweenColumns] = spacing;
  return Math.hypot((to[0] - from[0]) * betweenColumns, (to[1] - from[1]) * betweenRows);
}
