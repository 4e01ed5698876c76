/** Figures as the language writes them; a dash where one is not defined. */
import { useTranslation } from "react-i18next";

const DIGITS = 1;
const POINT_DIGITS = 2;

export function useFigureText() {
  const { t, i18n } = useTranslation();
  const format = (digits: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits });
  const orDash = (value: number | null, text: (value: number) => string) =>
    value === null ? t("quizStatistics.notDefined") : text(value);
  return {
    percent: (value: number | null) =>
      orDash(value, (one) => t("quizStatistics.percent", { value: format(DIGITS).format(one) })),
    /** Without a unit. */
    plain: (value: number | null, digits = DIGITS) => orDash(value, (one) => format(digits).format(one)),
    points: (value: number | null, max?: number) =>
      orDash(value, (one) =>
        max === undefined
          ? t("quizStatistics.pointsAlone", { value: format(POINT_DIGITS).format(one) })
          : t("quizStatistics.points", {
              value: format(POINT_DIGITS).format(one),
              max: format(POINT_DIGITS).format(max),
            }),
      ),
  };
}
