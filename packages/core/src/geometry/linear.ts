/** Linear maps of the plane: rotation, scale, and their effect on views. */

export type Vector = readonly [x: number, y: number];

/** Row-major: `[x, y]` becomes `[a x + b y, c x + d y]`. */
export type Linear = readonly [a: number, b: number, c: number, d: number];

export function linearTimes([a, b, c, d]: Linear, [x, y]: Vector): Vector {
  return [a * x + b * y, c * x + d * y];
}

/** @param linear must be invertible. */
export function linearInverse(linear: Linear): Linear {
  const [a, b, c, d] = linear;
  const determinant = determinantOf(linear);
  return [d / determinant, -b / determinant, -c / determinant, a / determinant];
}

/** Negative for a reflection. */
export function determinantOf([a, b, c, d]: Linear): number {
  return a * d - b * c;
}

/** Mean scale factor over all directions; areas grow by its square. */
export function scaleOf(linear: Linear): number {
  return Math.sqrt(Math.abs(determinantOf(linear)));
}

/**
 * Rotation of the map: the nearest rotation; for a reflection, the rotation of the x axis.
 *
 * @returns degrees from x to y (clockwise, since y points down), greater than -180, up to 180.
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
