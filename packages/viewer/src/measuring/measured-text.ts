import type { MeasuredShape } from "@parfocal/core/measuring/measured-shape.ts";
import { formatMeasurement } from "../annotation/measurement-text.ts";

/**
 * The label of a measurement, line by line: its value, and the perimeter of an area.
 *
 * @param perimeter label of the perimeter, e.g. `Perimeter`.
 */
export function measuredLines(measured: MeasuredShape, perimeter: string, locale: string): readonly string[] {
  const total = formatMeasurement(measured.total, locale);
  return measured.perimeter ? [total, `${perimeter} ${formatMeasurement(measured.perimeter, locale)}`] : [total];
}
