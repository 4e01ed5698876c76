/** Figures in the format of the language; a dash if a figure is undefined. */
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";

const DIGITS = 1;
const POINT_DIGITS = 2;

export function useFigureText() {
  const { t, i18n } = useTranslation();
  const format = (value: number, digits: number) =>
    formatQuantity(value, i18n.language, { maximumFractionDigits: digits });
  const orDash = (value: number | null, text: (value: number) => string) =>
    value === null ? t("quizStatistics.notDefined") : text(value);
  return {
    percent: (value: number | null) =>
      orDash(value, (one) => t("quizStatistics.percent", { value: format(one, DIGITS) })),
    /** Without a unit. */
    plain: (value: number | null, digits = DIGITS) => orDash(value, (one) => format(one, digits)),
    points: (value: number | null, max?: number) =>
      orDash(value, (one) =>
        max === undefined
          ? t("quizStatistics.pointsAlone", { value: format(one, POINT_DIGITS) })
          : t("quizStatistics.points", {
              value: format(one, POINT_DIGITS),
              max: format(max, POINT_DIGITS),
            }),
      ),
  };
}
