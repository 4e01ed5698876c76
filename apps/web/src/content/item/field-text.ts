/** Values of custom fields, formatted for display. */
import type { FieldType } from "@parfocal/core/item/field-type-names.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { formatQuantity } from "#ui/quantity-text.ts";

/** For all types except links. @param locale BCP 47. */
export function fieldText(
  locale: string,
  { type, value }: { readonly type: FieldType; readonly value: string },
): string {
  if (type === "country") return new Intl.DisplayNames(locale, { type: "region" }).of(value) ?? value;
  if (type === "date")
    return dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${value}T00:00:00Z`));
  if (type === "number") {
    const number = Number(value.replace(",", "."));
    return Number.isFinite(number) ? formatQuantity(number, locale, { maximumSignificantDigits: 15 }) : value;
  }
  return value;
}
