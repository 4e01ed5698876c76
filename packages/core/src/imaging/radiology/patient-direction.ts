/**
 * Labels of anatomical directions for the edges of an image.
 *
 * Source: DICOM PS3.3, C.7.6.1.1.1 (Patient Orientation) and C.7.6.2.1.1 (the patient's coordinate system: x to the
 * left, y to the back, z to the head).
 */

/** A vector of any length in the patient's coordinate system. */
export type PatientVector = readonly [x: number, y: number, z: number];

/** Right, left, front (anterior), back (posterior), head, feet. */
const LETTERS = [
  ["R", "L"],
  ["A", "P"],
  ["F", "H"],
] as const;

/**
 * A direction is named if its component is at least this fraction of the length (more than about 14 degrees off the
 * other axis).
 */
const NAMED_FROM = 0.25;

/** Letters of a direction, the main one first: `L`, or `LP` if it is oblique; empty if the length is zero. */
export function directionLetters(vector: PatientVector): string {
  const length = Math.hypot(...vector);
  if (length === 0) return "";
  return vector
    .map((part, axis) => ({ share: Math.abs(part) / length, letter: LETTERS[axis]?.[part < 0 ? 0 : 1] ?? "" }))
    .filter(({ share }) => share >= NAMED_FROM)
    .sort((one, other) => other.share - one.share)
    .map(({ letter }) => letter)
    .join("");
}

export function oppositeOf([x, y, z]: PatientVector): PatientVector {
  return [-x, -y, -z];
}
