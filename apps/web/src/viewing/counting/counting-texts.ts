/** Numbers of a count, formatted for display, and the column names of its tables. */
import type { Interval } from "@parfocal/core/counting/count-interval.ts";
import type { TallyTableTexts } from "@parfocal/core/counting/tally-csv.ts";
import type { TFunction } from "i18next";
import { formatQuantity } from "#ui/quantity-text.ts";

/** Three significant digits; whole numbers in full. */
export function formatAmount(value: number, language: string): string {
  const digits = value >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return formatQuantity(value, language, digits);
}

/** @param format formats a single number. */
export function formatRange({ low, high }: Interval, format: (value: number) => string, t: TFunction): string {
  return t("counting.range", { low: format(low), high: format(high) });
}

export function tableTexts(t: TFunction): TallyTableTexts {
  return {
    marks: {
      number: t("counting.headNumber"),
      category: t("counting.headCategory"),
      xUm: t("counting.headXUm"),
      yUm: t("counting.headYUm"),
      xPx: t("counting.headXPx"),
      yPx: t("counting.headYPx"),
      standing: t("counting.headStanding"),
      region: t("counting.headRegion"),
    },
    summary: {
      category: t("counting.headCategory"),
      count: t("counting.headCount"),
      low: t("counting.headLow"),
      high: t("counting.headHigh"),
      areaMm2: t("counting.headArea"),
      perMm2: t("counting.headPerMm2"),
      perMm2Low: t("counting.headPerMm2Low"),
      perMm2High: t("counting.headPerMm2High"),
      share: t("counting.headShare"),
      shareLow: t("counting.headShareLow"),
      shareHigh: t("counting.headShareHigh"),
      outside: t("counting.headOutside"),
      edge: t("counting.headEdge"),
    },
    counted: t("counting.standingCounted"),
    edge: t("counting.standingEdge"),
    outside: t("counting.standingOutside"),
    total: t("counting.all"),
  };
}
