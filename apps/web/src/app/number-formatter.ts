/** Numbers in texts, in the format of the language: "10,000" in English, "10.000" in German. */
import type { FormatterModule } from "i18next";
import { localeTag } from "#ui/locale-formats.ts";

/** Placeholders whose numbers are identifiers rather than quantities. */
const NAMES: ReadonlySet<unknown> = new Set(["id", "status"]);
/** Fractions are not rounded; no entered number has more digits than this. */
const MAX_FRACTION_DIGITS = 12;

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(language: string): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const format = new Intl.NumberFormat(localeTag(language), { maximumFractionDigits: MAX_FRACTION_DIGITS });
  formats.set(language, format);
  return format;
}

/** For `i18next.use`, with `alwaysFormat`. No text specifies a format. */
export const numberFormatter: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language = "en", { interpolationkey } = {}) =>
    typeof value === "number" && !NAMES.has(interpolationkey) ? formatFor(language).format(value) : value,
};
