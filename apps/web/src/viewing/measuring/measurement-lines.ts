/** Measurements as text: for the list, for screen readers, for the clipboard. */
import type { MeasuredShape, MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";
import { formatMeasurement } from "@parfocal/viewer/annotation/measurement-text.ts";
import { measuredLines } from "@parfocal/viewer/measuring/measured-text.ts";

interface NamedMeasurement {
  readonly name: string;
  readonly measured: MeasuredShape;
  readonly isFreehand: boolean;
}

/** More segments than this are not listed one by one. */
export const LISTED_SEGMENTS_MAX = 20;

/** "1.2 mm², Perimeter 4.5 mm". */
export function valueText(measured: MeasuredShape, perimeter: string, locale: string): string {
  return measuredLines(measured, perimeter, locale).join(", ");
}

/** Empty if a path has a single segment, is drawn freehand, or has very many segments. */
export function segmentTexts(
  { measured, isFreehand }: Omit<NamedMeasurement, "name">,
  locale: string,
): readonly string[] {
  const { segments } = measured;
  const isListed = !isFreehand && segments.length > 1 && segments.length <= LISTED_SEGMENTS_MAX;
  return isListed ? segments.map((segment) => formatMeasurement(segment, locale)) : [];
}

/** One line per measurement, tab-separated for spreadsheets. */
export function clipboardText(measurements: readonly NamedMeasurement[], perimeter: string, locale: string): string {
  return measurements
    .map(({ name, ...rest }) =>
      [name, ...measuredLines(rest.measured, perimeter, locale), ...segmentTexts(rest, locale)].join("\t"),
    )
    .join("\n");
}

/** Numbers measurements separately for each mode; the oldest has number 1. */
export function numbered<Taken extends { readonly mode: MeasuringMode }>(
  taken: readonly Taken[],
): readonly (Taken & { readonly number: number })[] {
  const counts = { length: 0, area: 0 };
  return taken.map((one) => {
    counts[one.mode] += 1;
    return { ...one, number: counts[one.mode] };
  });
}
