/**
 * Renders the stains of a slide, individually or together, pixel by pixel.
 *
 * Source: Ruifrok and Johnston 2001 (see stain-sets.ts). Optical density is -log10(light / incident light).
 */
import type { Rgb } from "../colour/apply-colour.ts";
import { invert, normalised, stainMatrixOf } from "./stain-matrix.ts";
import type { StainVector } from "./stain-sets.ts";
import { type StainSettings, showsAllStains } from "./stain-settings.ts";

/** Resolution of the table from optical density to light; the error is less than a third of a level. */
const STEPS_PER_DENSITY = 1024;
/** Range of the table: below is more light than a byte can represent, above no light at all. */
const MIN_DENSITY = -1;
const MAX_DENSITY = 4;
const FULL = 255;
/** Pixels with less density are background noise. */
const MIN_STAIN_DENSITY = 0.05;

/** Zero light counts as the lowest value that a byte can represent. */
export function opticalDensity(light: number, incident: number): number {
  return -Math.log10(Math.max(1, light) / incident);
}

/** Amount of each stain in a pixel; negative where the pixel is lighter than the other stains alone would make it. */
export function concentrationsOf(
  pixel: Rgb,
  { vectors, background }: Pick<StainSettings, "vectors" | "background">,
): Rgb {
  const matrix = stainMatrixOf(vectors);
  if (!matrix) return [0, 0, 0];
  const [toRed, toGreen, toBlue] = invert(matrix);
  const densities = pixel.map((light, axis) => opticalDensity(light, background[axis] ?? FULL));
  const [red = 0, green = 0, blue = 0] = densities;
  const amount = (stain: 0 | 1 | 2): number => red * toRed[stain] + green * toGreen[stain] + blue * toBlue[stain];
  return [amount(0), amount(1), amount(2)];
}

/** Colour of a pixel with these amounts of stain; inverse of `concentrationsOf`. */
export function lightOf(
  concentrations: Rgb,
  { vectors, background }: Pick<StainSettings, "vectors" | "background">,
): Rgb | null {
  const matrix = stainMatrixOf(vectors);
  if (!matrix) return null;
  const light = (axis: 0 | 1 | 2): number => {
    const density = matrix.reduce((sum, vector, stain) => sum + vector[axis] * (concentrations[stain] as number), 0);
    return Math.min(FULL, Math.round(background[axis] * 10 ** -density));
  };
  return [light(0), light(1), light(2)];
}

/** Vector of a stain, from light that passed through it alone. @returns null if there is almost no stain. */
export function stainVectorOf(light: Rgb, background: Rgb): StainVector | null {
  const density = (axis: 0 | 1 | 2): number => Math.max(0, opticalDensity(light[axis], background[axis]));
  const vector: StainVector = [density(0), density(1), density(2)];
  return Math.hypot(...vector) < MIN_STAIN_DENSITY ? null : normalised(vector);
}

/** Renders images with given stain settings. */
interface StainPainter {
  /** @param rgba pixels of the slide; alpha is kept. @returns the image of the visible stains. */
  paint(rgba: Uint8ClampedArray<ArrayBuffer>): Uint8ClampedArray<ArrayBuffer>;
}

/** @returns null if the slide is unchanged: all stains are visible, or they cannot be separated. */
export function createStainPainter(look: StainSettings): StainPainter | null {
  const matrix = stainMatrixOf(look.vectors);
  if (!matrix || showsAllStains(look)) return null;
  const inverse = invert(matrix);
  const alone = look.shown.filter((isShown) => isShown).length === 1 ? look.shown.indexOf(true) : -1;
  const isResidual = (stain: number): boolean => stain >= look.vectors.length;
  const isGrey = alone >= 0 && (look.isGrey || isResidual(alone));
  const densities = look.background.map((incident) =>
    Float64Array.from({ length: 256 }, (_unused, light) => opticalDensity(light, incident)),
  );
  const lights = look.background.map((incident) => lightTable(isGrey ? FULL : incident));
  const stains = look.shown.flatMap((isShown, stain) =>
    isShown
      ? [
          {
            from: [inverse[0][stain], inverse[1][stain], inverse[2][stain]] as StainVector,
            to: isGrey ? ([1, 1, 1] as const) : (matrix[stain] as StainVector),
            // Amounts of a stain are not negative; the residual can have either sign.
            isSigned: isResidual(stain),
          },
        ]
      : [],
  );
  return { paint: (rgba) => paintStains(rgba, { densities, lights, stains, isGrey }) };
}

function lightTable(incident: number): Uint8Array {
  return Uint8Array.from({ length: (MAX_DENSITY - MIN_DENSITY) * STEPS_PER_DENSITY + 1 }, (_unused, step) =>
    Math.min(FULL, Math.round(incident * 10 ** -(MIN_DENSITY + step / STEPS_PER_DENSITY))),
  );
}

interface Painting {
  readonly densities: readonly Float64Array[];
  readonly lights: readonly Uint8Array[];
  readonly stains: readonly { readonly from: StainVector; readonly to: StainVector; readonly isSigned: boolean }[];
  readonly isGrey: boolean;
}

const NOTHING = { from: [0, 0, 0], to: [0, 0, 0], isSigned: false } as const;

/** One or two stains; all three are the slide itself. */
function paintStains(
  rgba: Uint8ClampedArray<ArrayBuffer>,
  { densities, lights, stains, isGrey }: Painting,
): Uint8ClampedArray<ArrayBuffer> {
  const painted = new Uint8ClampedArray(rgba.length);
  const [reds, greens, blues] = densities as [Float64Array, Float64Array, Float64Array];
  const [redLights, greenLights, blueLights] = lights as [Uint8Array, Uint8Array, Uint8Array];
  const [one = NOTHING, other = NOTHING] = stains;
  const last = redLights.length - 1;
  const place = (density: number): number => {
    const step = ((density - MIN_DENSITY) * STEPS_PER_DENSITY + 0.5) | 0;
    return step <= 0 ? 0 : Math.min(step, last);
  };
  for (let at = 0; at < rgba.length; at += 4) {
    const red = reds[rgba[at] as number] as number;
    const green = greens[rgba[at + 1] as number] as number;
    const blue = blues[rgba[at + 2] as number] as number;
    let first = red * one.from[0] + green * one.from[1] + blue * one.from[2];
    let second = red * other.from[0] + green * other.from[1] + blue * other.from[2];
    if (one.isSigned && isGrey) first = Math.abs(first);
    else if (!one.isSigned && first < 0) first = 0;
    if (!other.isSigned && second < 0) second = 0;
    painted[at] = redLights[place(first * one.to[0] + second * other.to[0])] as number;
    painted[at + 1] = greenLights[place(first * one.to[1] + second * other.to[1])] as number;
    painted[at + 2] = blueLights[place(first * one.to[2] + second * other.to[2])] as number;
    painted[at + 3] = rgba[at + 3] as number;
  }
  return painted;
}
