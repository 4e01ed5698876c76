import type { Measurement } from "@parfocal/core/geometry/measurement.ts";
import { numberFormat } from "../number-format.ts";

/** "123.4 µm", "1.234 mm²": four significant digits, never more than three decimals, a narrow no-break space. */
export function formatMeasurement({ value, unit }: Measurement, locale: string): string {
  const decimals = Math.max(0, Math.min(3, 3 - Math.floor(Math.log10(Math.max(value, 1)))));
  const number = numberFormat(locale, { maximumFractionDigits: decimals });
  return `${number.format(value)}\u202f${unit}`;
}
