/** Magnification as on a microscope, by objective. */
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { numberFormat } from "../number-format.ts";

/** µm per pixel times magnification of usual slide scanners: 0.25 µm is 40x, 0.5 µm is 20x. */
const SCANNER_UM_TIMES_MAGNIFICATION = 10;

/** Objectives selected by keys, from key 1 on. */
export const OBJECTIVE_MAGNIFICATIONS = [1.25, 2.5, 5, 10, 20, 40, 80] as const;

export interface Magnification {
  /** null: the slide has neither a known objective nor a known pixel size. */
  readonly magnification: number | null;
  /** Estimated from the pixel size, since the objective is unknown. */
  readonly isEstimate: boolean;
  /** Slide pixels per screen pixel. */
  readonly resolution: number;
  /** Finer than the slide's own pixels: no further detail. */
  readonly isBeyondNative: boolean;
}

export interface MagnificationFacts {
  readonly objectivePower: number | null;
  readonly pixelSizeUm: PixelSizeUm | null;
}

/** Magnification at full resolution, one slide pixel per screen pixel; null: unknown. */
export function nativeMagnification({ objectivePower, pixelSizeUm }: MagnificationFacts): number | null {
  if (objectivePower !== null && objectivePower > 0) return objectivePower;
  if (!pixelSizeUm) return null;
  const meanUm = Math.sqrt(pixelSizeUm.x * pixelSizeUm.y);
  return meanUm > 0 ? SCANNER_UM_TIMES_MAGNIFICATION / meanUm : null;
}

/** Differences below this are rounding errors of the view's animation. */
const RESOLUTION_TOLERANCE = 1e-6;

export function magnificationAt(facts: MagnificationFacts, resolution: number): Magnification {
  const native = nativeMagnification(facts);
  return {
    magnification: native === null ? null : native / resolution,
    isEstimate: native !== null && !(facts.objectivePower !== null && facts.objectivePower > 0),
    resolution,
    isBeyondNative: resolution < 1 - RESOLUTION_TOLERANCE,
  };
}

/** @returns slide pixels per screen pixel; null: unknown. */
export function resolutionOfMagnification(facts: MagnificationFacts, magnification: number): number | null {
  const native = nativeMagnification(facts);
  return native === null ? null : native / magnification;
}

/** "20×", "7.5×", "0.62×"; an estimate starts with "≈". */
export function formatMagnification({ magnification, isEstimate }: Magnification, locale: string): string | null {
  if (magnification === null) return null;
  const decimals = magnification >= 10 ? 1 : 2;
  const number = numberFormat(locale, { maximumFractionDigits: decimals }).format(magnification);
  return `${isEstimate ? "≈\u2009" : ""}${number}×`;
}
