/** Numbers of the status line and the information panel, as text in the user's language. */
import { UM_PER_MM } from "@parfocal/core/geometry/measurement.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { formatDimensions, formatQuantity } from "#ui/quantity-text.ts";

/** Narrow no-break space: between number and unit. */
const NARROW_SPACE = "\u202f";

function decimals(locale: string, value: number, digits: number): string {
  return formatQuantity(value, locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** As engraved on an objective, e.g. `20.0×`; two decimals below one. */
export function magnificationText(locale: string, magnification: number): string {
  return `${decimals(locale, magnification, magnification < 1 ? 2 : 1)}×`;
}

/** e.g. `0.25 µm/px`; both axes where the scanner's pixels are not square. */
export function pixelSizeText(locale: string, { x, y }: PixelSizeUm): string {
  const number = (value: number): string => formatQuantity(value, locale, { maximumSignificantDigits: 3 });
  const sizes = x === y ? [x] : [x, y];
  return `${sizes.map((size) => number(size)).join(" × ")}${NARROW_SPACE}µm/px`;
}

/** Position of the pointer in whole µm from the slide's top left corner, e.g. `12,431, 8,022 µm`. */
export function positionText(locale: string, [x, y]: readonly [number, number], unit: "µm" | "px"): string {
  const number = (value: number): string => formatQuantity(value, locale, { maximumFractionDigits: 0 });
  const separator = number(1_000).includes(",") ? "; " : ", ";
  return `${number(x)}${separator}${number(y)}${NARROW_SPACE}${unit}`;
}

/** e.g. `2,220 × 2,967 px`. */
export function sizeInPixelsText(locale: string, { width, height }: { width: number; height: number }): string {
  return `${formatDimensions(width, height, locale)}${NARROW_SPACE}px`;
}

/** e.g. `1.11 × 1.48 mm`. */
export function sizeInMillimetresText(
  locale: string,
  { width, height }: { width: number; height: number },
  pixel: PixelSizeUm,
): string {
  const [widthMm, heightMm] = [(width * pixel.x) / UM_PER_MM, (height * pixel.y) / UM_PER_MM];
  return `${decimals(locale, widthMm, 2)} × ${decimals(locale, heightMm, 2)}${NARROW_SPACE}mm`;
}

const BYTES_PER_MEGABYTE = 1_000_000;

/** e.g. `1.9 MB`, `2.4 GB`. */
export function fileSizeText(locale: string, bytes: number): string {
  const megabytes = bytes / BYTES_PER_MEGABYTE;
  const [value, unit] = megabytes >= 1_000 ? [megabytes / 1_000, "GB"] : [megabytes, "MB"];
  return `${decimals(locale, value, 1)}${NARROW_SPACE}${unit}`;
}

/** Distance of a focus plane from the middle one, e.g. `+1.5 µm`. */
export function micrometresFromMiddleText(locale: string, um: number): string {
  const number = (value: number): string =>
    formatQuantity(value, locale, { maximumFractionDigits: 2, signDisplay: "exceptZero" });
  return `${number(um)}${NARROW_SPACE}µm`;
}
