/**
 * Converts DICOM's slide coordinates, which refer to the glass, to pixels of an image, and determines the rotation of
 * the image.
 *
 * Source: DICOM PS3.3, sections C.8.12.2 (Slide Coordinate System: with the label up, x to the right and y up) and
 * C.8.12.4.1.4 (Total Pixel Matrix Origin, Image Orientation (Slide)).
 */
import type { OrientationDeg, PixelSizeUm } from "../slide-source.ts";
import type { PlaceOnGlass } from "./slide-object.ts";

const TOLERANCE = 0.01;

/**
 * Rotations to the orientation in which nearly all scanners store images, with the label to the left: a row runs down
 * the glass, a column to the left. Other programs show that as stored, and so do we.
 *
 * Keyed by the directions of a row and of a column. An image that is mirrored according to its values, such as the
 * converters' 1\0\0\0\1\0, is not rotated.
 */
const TURNS: readonly {
  readonly row: readonly [number, number];
  readonly column: readonly [number, number];
  readonly turnDeg: OrientationDeg;
}[] = [
  { row: [0, -1], column: [-1, 0], turnDeg: 0 },
  { row: [-1, 0], column: [0, 1], turnDeg: 90 },
  { row: [0, 1], column: [1, 0], turnDeg: 180 },
  { row: [1, 0], column: [0, -1], turnDeg: 270 },
];

export function orientationOf(place: PlaceOnGlass | null): OrientationDeg {
  if (place === null) return 0;
  const isNear = (a: readonly [number, number], b: readonly [number, number]) =>
    Math.abs(a[0] - b[0]) < TOLERANCE && Math.abs(a[1] - b[1]) < TOLERANCE;
  return TURNS.find(({ row, column }) => isNear(row, place.row) && isNear(column, place.column))?.turnDeg ?? 0;
}

/**
 * @returns a function from a position on the glass, in mm, to full-resolution pixels (whose first spans 0 to 1); null
 *   if the file has too little information.
 */
export function glassToPixels(
  place: PlaceOnGlass | null,
  pixelSizeUm: PixelSizeUm | null,
): ((xMm: number, yMm: number) => [x: number, y: number]) | null {
  if (place?.originMm == null || pixelSizeUm === null) return null;
  const { row, column, originMm } = place;
  const determinant = row[0] * column[1] - column[0] * row[1];
  if (Math.abs(determinant) < TOLERANCE) return null;
  return (xMm, yMm) => {
    const [x, y] = [(xMm - originMm[0]) * 1000, (yMm - originMm[1]) * 1000];
    const alongRow = (x * column[1] - y * column[0]) / determinant;
    const alongColumn = (y * row[0] - x * row[1]) / determinant;
    // The origin is the first pixel's centre.
    return [alongRow / pixelSizeUm.x + 0.5, alongColumn / pixelSizeUm.y + 0.5];
  };
}
