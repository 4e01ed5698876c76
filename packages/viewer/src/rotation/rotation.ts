/**
 * Rotation of the slide in steps, in addition to its own orientation.
 *
 * Source: spec part 1, section 4 ("Rotation moves in steps of 45 degrees") and section 9 (rotation step).
 */

export const ROTATION_STEP_DEG = 45;
export const FULL_TURN_DEG = 360;

/** The nearest multiple of 45, 0 to 315. */
export function normaliseRotationDeg(rotationDeg: number): number {
  const stepped = Math.round(rotationDeg / ROTATION_STEP_DEG) * ROTATION_STEP_DEG;
  return (((stepped % FULL_TURN_DEG) + FULL_TURN_DEG) % FULL_TURN_DEG) + 0;
}

/** Deviation of an angle from the nearest step, -22.5 to 22.5. */
export function leanDegOf(rotationDeg: number): number {
  return rotationDeg - Math.round(rotationDeg / ROTATION_STEP_DEG) * ROTATION_STEP_DEG + 0;
}

/** @param steps positive: clockwise. */
export function rotatedBySteps(rotationDeg: number, steps: number): number {
  return normaliseRotationDeg(normaliseRotationDeg(rotationDeg) + steps * ROTATION_STEP_DEG);
}

export function radiansOf(degrees: number): number {
  return (degrees / 180) * Math.PI;
}

export function degreesOf(radians: number): number {
  return (radians / Math.PI) * 180;
}

/**
 * Size of the bounding box of a rotated rectangle, in the rectangle's unit.
 *
 * @param rotationDeg any angle.
 */
export function rotatedSize(width: number, height: number, rotationDeg: number): readonly [number, number] {
  const cosine = Math.abs(Math.cos(radiansOf(rotationDeg)));
  const sine = Math.abs(Math.sin(radiansOf(rotationDeg)));
  return [width * cosine + height * sine, width * sine + height * cosine];
}
