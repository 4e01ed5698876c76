/**
 * Names of directions in the body, for the edges of a picture.
 *
 * Source: DICOM PS3.3, C.7.6.1.1.1 (Patient Orientation) and C.7.6.2.1.1 (the patient's coordinate system: x to the left,
 * y to the back, z to the head).
 */

/** In the patient's coordinate system; of any length. */
export type PatientVector = readonly [x: number, y: number, z: number];

/** Right, left, front (anterior), back (posterior), head, feet. */
const LETTERS = [
  ["R", "L"],
  ["A", "P"],
  ["F", "H"],
] as const;

/** Below this share of the whole (some 14 degrees off) a direction is not named. */
const NAMED_FROM = 0.25;

/** The letters of a direction, the main one first: `L`, or `LP` where it is oblique; empty: it has no length. */
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
