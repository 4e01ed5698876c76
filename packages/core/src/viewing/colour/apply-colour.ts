/**
 * Reference implementation of a colour adjustment for one pixel. `colour-painter.ts` uses tables made from it for whole
 * images.
 *
 * Source: W3C, Filter Effects Module Level 1, section 8.3 ("Shorthands defined in terms of the filter primitives") with
 * the matrices of section 9.6 (feColorMatrix, types saturate and hueRotate).
 */
import type { ColourAdjustment } from "../../content/item/colour-adjustment.ts";

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Output of three values: rows are red, green, blue; the fourth number, a fraction of full light, is added. */
export type ColourMatrix = readonly [
  r: readonly [number, number, number, number],
  g: readonly [number, number, number, number],
  b: readonly [number, number, number, number],
];

const evenly = (slope: number, intercept: number): ColourMatrix => [
  [slope, 0, 0, intercept],
  [0, slope, 0, intercept],
  [0, 0, slope, intercept],
];

/** Luminance weights of red, green and blue. Source: as above, 9.6. */
const [RED, GREEN, BLUE] = [0.213, 0.715, 0.072];

function saturate(share: number): ColourMatrix {
  const rest = 1 - share;
  return [
    [RED * rest + share, GREEN * rest, BLUE * rest, 0],
    [RED * rest, GREEN * rest + share, BLUE * rest, 0],
    [RED * rest, GREEN * rest, BLUE * rest + share, 0],
  ];
}

function rotateHue(degrees: number): ColourMatrix {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  return [
    [RED + cos * 0.787 - sin * 0.213, GREEN - cos * 0.715 - sin * 0.715, BLUE - cos * 0.072 + sin * 0.928, 0],
    [RED - cos * 0.213 + sin * 0.143, GREEN + cos * 0.285 + sin * 0.14, BLUE - cos * 0.072 - sin * 0.283, 0],
    [RED - cos * 0.213 - sin * 0.787, GREEN - cos * 0.715 + sin * 0.715, BLUE + cos * 0.928 + sin * 0.072, 0],
  ];
}

/** Matrices for brightness, contrast, saturation, hue rotation and inversion, in this order. */
export function colourSteps({ brightness, contrast, saturation, hueRotation, invert }: ColourAdjustment) {
  return [
    evenly(brightness / 100, 0),
    evenly(contrast / 100, 0.5 - contrast / 200),
    saturate(saturation / 100),
    rotateHue(hueRotation),
    evenly(1 - invert / 50, invert / 100),
  ] as const satisfies readonly ColourMatrix[];
}

const FULL = 255;

/**
 * Applied after each step, without rounding in between. Chromium without a GPU does round: a single function then
 * differs by at most 1, a chain of five mostly by at most 2.
 */
const clamped = (value: number): number => Math.min(FULL, Math.max(0, value));

function throughSteps(steps: readonly ColourMatrix[], [red, green, blue]: Rgb): Rgb {
  let [r, g, b] = [red, green, blue];
  for (const [toRed, toGreen, toBlue] of steps) {
    const [r0, g0, b0] = [r, g, b];
    r = clamped(toRed[0] * r0 + toRed[1] * g0 + toRed[2] * b0 + toRed[3] * FULL);
    g = clamped(toGreen[0] * r0 + toGreen[1] * g0 + toGreen[2] * b0 + toGreen[3] * FULL);
    b = clamped(toBlue[0] * r0 + toBlue[1] * g0 + toBlue[2] * b0 + toBlue[3] * FULL);
  }
  return [Math.round(r), Math.round(g), Math.round(b)];
}

export function applyToPixel(pixel: Rgb, adjustment: ColourAdjustment): Rgb {
  return throughSteps(colourSteps(adjustment), pixel);
}
