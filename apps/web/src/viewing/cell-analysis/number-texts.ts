/** Numbers of a result, formatted for display. */
import type { Interval } from "@parfocal/core/counting/count-interval.ts";
import type { TFunction } from "i18next";
import { formatQuantity } from "#ui/quantity-text.ts";

/** Three significant digits; whole numbers in full. */
export function formatNumber(value: number, language: string): string {
  const digits = Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return formatQuantity(value, language, digits);
}

/** With a sign. */
export function formatDifference(value: number, language: string): string {
  const digits = Math.abs(value) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return formatQuantity(value, language, { ...digits, signDisplay: "exceptZero" });
}

/** @param format formats a single number. */
export function formatInterval(interval: Interval | null, format: (value: number) => string, t: TFunction): string {
  if (!interval) return "";
  return t("cellAnalysis.range", { low: format(interval.low), high: format(interval.high) });
}
