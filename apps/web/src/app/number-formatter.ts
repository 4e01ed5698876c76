/** Numbers in texts, in the format of the language: "10,000" in English, "10.000" in German. */
import type { FormatterModule } from "i18next";
import { formatQuantity } from "#ui/quantity-text.ts";

/** Placeholders whose numbers are identifiers rather than quantities. */
const NAMES: ReadonlySet<unknown> = new Set(["id", "status"]);
/** Fractions are not rounded; no entered number has more digits than this. */
const MAX_FRACTION_DIGITS = 12;

/** For `i18next.use`, with `alwaysFormat`. No text specifies a format. */
export const numberFormatter: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language = "en", { interpolationkey } = {}) =>
    typeof value === "number" && !NAMES.has(interpolationkey)
      ? formatQuantity(value, language, { maximumFractionDigits: MAX_FRACTION_DIGITS })
      : value,
};
