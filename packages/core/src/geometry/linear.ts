/** Linear maps of the plane: turns, stretches, and what they do to views. */

export type Vector = readonly [x: number, y: number];

/** Row by row: `[x, y]` becomes `[a x + b y, c x + d y]`. */
export type Linear = readonly [a: number, b: number, c: number, d: number];

export function linearTimes([a, b, c, d]: Linear, [x, y]: Vector): Vector {
  return [a * x + b * y, c * x + d * y];
}

/** @param linear must not press the plane upon a line. */
export function linearInverse(linear: Linear): Linear {
  const [a, b, c, d] = linear;
  const determinant = determinantOf(linear);
  return [d / determinant, -b / determinant, -c / determinant, a / determinant];
}

/** Negative: a mirror image. */
export function determinantOf([a, b, c, d]: Linear): number {
  return a * d - b * c;
}

/** How many times as long items become, the mean of all directions: areas grow by its square. */
export function scaleOf(linear: Linear): number {
  return Math.sqrt(Math.abs(determinantOf(linear)));
}

/**
 * How far items are turned: of all turns, the one that comes nearest to the map; of a mirror image, how far its x axis is.
 *
 * @returns degrees from x to y, which is clockwise where y goes down; above -180 to 180.
 */
export function rotationDegOf(linear: Linear): number {
  const [a, b, c, d] = linear;
  const radians = determinantOf(linear) < 0 ? Math.atan2(c, a) : Math.atan2(c - b, a + d);
  const degrees = (radians / Math.PI) * 180;
  return degrees <= -180 ? 180 : degrees + 0;
}

/** @param degrees from x to y. */
export function turnBy(degrees: number, [x, y]: Vector): Vector {
  const radians = (degrees / 180) * Math.PI;
  const cosine = Math.cos(radians);
  const sine = Math.sin(radians);
  return [cosine * x - sine * y, sine * x + cosine * y];
}
