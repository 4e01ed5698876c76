/** Numbers in texts, as the language writes them: "10,000" in English, "10.000" in German. */
import type { FormatterModule } from "i18next";
import { localeTag } from "#ui/locale-formats.ts";

/** Placeholders whose numbers name something and count nothing. */
const NAMES: ReadonlySet<unknown> = new Set(["id", "status"]);
/** Of a number with a fraction nothing is cut off; more digits than these are none that a person entered. */
const MAX_FRACTION_DIGITS = 12;

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(language: string): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const format = new Intl.NumberFormat(localeTag(language), { maximumFractionDigits: MAX_FRACTION_DIGITS });
  formats.set(language, format);
  return format;
}

/** For `i18next.use`, with `alwaysFormat`. No text names a format. */
export const numberFormatter: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language = "en", { interpolationkey } = {}) =>
    typeof value === "number" && !NAMES.has(interpolationkey) ? formatFor(language).format(value) : value,
};
