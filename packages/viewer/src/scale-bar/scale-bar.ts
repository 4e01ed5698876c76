/** Length and label of the scale bar. */
import { UM_PER_MM } from "@parfocal/core/geometry/measurement.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { numberFormat } from "../number-format.ts";
import { radiansOf } from "../rotation/rotation.ts";

/** Maximum length of the bar, CSS px; the bar is always longer than 2/5 of it. */
export const SCALE_BAR_MAX_PX = 150;

export interface ScaleBar {
  readonly lengthPx: number;
  /** 1, 2 or 5 times a power of ten. */
  readonly value: number;
  /** µm below 1000 µm, mm from there on. */
  readonly unit: "µm" | "mm";
}

/**
 * µm per screen pixel in the horizontal direction.
 *
 * If pixels are not square, this depends on the rotation of the slide, since the bar is horizontal on the screen.
 *
 * @param resolution slide pixels per CSS px.
 * @param rotationDeg total rotation, clockwise: orientation and rotation.
 */
export function umPerScreenPx(pixel: PixelSizeUm, resolution: number, rotationDeg: number): number {
  const angle = radiansOf(rotationDeg);
  return resolution * Math.hypot(Math.cos(angle) * pixel.x, Math.sin(angle) * pixel.y);
}

/** Tolerance for rounding errors: a bar that fits exactly still fits. */
const FIT_TOLERANCE = 1e-9;

/** The longest 1-2-5 length that fits. @returns in the given unit. */
function largestRoundLength(maximum: number): number {
  const power = 10 ** Math.floor(Math.log10(maximum) + FIT_TOLERANCE);
  const step = [5, 2].find((candidate) => candidate * power <= maximum * (1 + FIT_TOLERANCE)) ?? 1;
  return step * power;
}

export function scaleBarFor(umPerPx: number, maxPx: number = SCALE_BAR_MAX_PX): ScaleBar {
  const lengthUm = largestRoundLength(umPerPx * maxPx);
  const isMm = lengthUm >= UM_PER_MM * (1 - FIT_TOLERANCE);
  return {
    lengthPx: lengthUm / umPerPx,
    value: isMm ? lengthUm / UM_PER_MM : lengthUm,
    unit: isMm ? "mm" : "µm",
  };
}

/** Number and unit with a narrow no-break space. */
export function formatScaleBar(bar: ScaleBar, locale: string): string {
  return `${numberFormat(locale, { maximumSignificantDigits: 3 }).format(bar.value)}\u202f${bar.unit}`;
}
