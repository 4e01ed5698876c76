/** Converts a value as typed or pasted from a spreadsheet to its stored form. */

import { isCountryCode, listCountries } from "@parfocal/core/custom-field/country-codes.ts";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { tidyFieldValue } from "@parfocal/core/custom-field/field-types.ts";

type Field = Pick<CustomField, "fieldType" | "defaultValues">;

const fold = (text: string): string => text.trim().toLowerCase().normalize("NFC");
/** 3.2.2026, 03/02/2026 and 3-2-2026 all mean 3 February. */
const DAY_FIRST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

/**
 * Choices are matched regardless of case, countries by name or code, dates in European formats. Other values are
 * unchanged and marked.
 *
 * @param locale language of country names; English names are accepted too.
 */
export function enteredValue({ fieldType, defaultValues }: Field, text: string, locale: string): string {
  const value = tidyFieldValue(fieldType, text);
  if (fieldType === "select") return defaultValues.find((choice) => fold(choice) === fold(value)) ?? value;
  if (fieldType === "country") return countryOf(value, locale) ?? value;
  if (fieldType === "date") return dayOf(value) ?? value;
  return value;
}

function countryOf(text: string, locale: string): string | null {
  if (isCountryCode(text.toUpperCase())) return text.toUpperCase();
  for (const language of [locale, "en"]) {
    const found = listCountries(language).find(({ name }) => fold(name) === fold(text));
    if (found) return found.code;
  }
  return null;
}

function dayOf(text: string): string | null {
  const [, day, month, year] = DAY_FIRST.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
}
