import type { Measurement } from "@parfocal/core/geometry/measurement.ts";
import { formatQuantity } from "#ui/quantity-text.ts";

const FRACTION_DIGITS = { µm: 1, mm: 3, "µm²": 0, "mm²": 3 } as const satisfies Record<Measurement["unit"], number>;

/** e.g. `123.4 µm`, `1.25 mm²`, with a narrow no-break space before the unit. */
export function measurementText(locale: string, { value, unit }: Measurement): string {
  const number = formatQuantity(value, locale, { maximumFractionDigits: FRACTION_DIGITS[unit] });
  return `${number}\u202f${unit}`;
}
