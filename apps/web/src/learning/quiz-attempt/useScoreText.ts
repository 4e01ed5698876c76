import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";

/** Points in the page's language: "2.5 of 3 points". */
export function useScoreText(): (score: number, maxScore: number) => string {
  const { t, i18n } = useTranslation();
  const format = (value: number): string => formatQuantity(value, i18n.language, { maximumFractionDigits: 2 });
  return (score, maxScore) => t("quizAttempt.points", { score: format(score), max: format(maxScore), count: maxScore });
}

/** The points of a question: "3 points". */
export function useWorthText(): (maxScore: number) => string {
  const { t, i18n } = useTranslation();
  const format = (value: number): string => formatQuantity(value, i18n.language, { maximumFractionDigits: 2 });
  return (maxScore) => t("quizAttempt.worth", { points: format(maxScore), count: maxScore });
}
