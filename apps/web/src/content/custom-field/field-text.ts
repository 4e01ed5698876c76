/** Values of custom fields as one reads them. */
import type { ShownField } from "@parfocal/core/custom-field/shown-field.contract.ts";

/** Of all types but links. @param locale BCP 47. */
export function fieldText(locale: string, { type, value }: Pick<ShownField, "type" | "value">): string {
  if (type === "country") return new Intl.DisplayNames(locale, { type: "region" }).of(value) ?? value;
  if (type === "date")
    return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(`${value}T00:00:00Z`),
    );
  if (type === "number") {
    const number = Number(value.replace(",", "."));
    return Number.isFinite(number)
      ? new Intl.NumberFormat(locale, { maximumSignificantDigits: 15 }).format(number)
      : value;
  }
  return value;
}
