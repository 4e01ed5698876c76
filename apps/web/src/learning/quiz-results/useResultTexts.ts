/** Texts of a row of results, on the screen and in print. */
import type { LearnerResult } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import type { ResultSort } from "@parfocal/core/quiz-results/result-rules.ts";
import { useTranslation } from "react-i18next";
import { clockText } from "#quiz-attempt/clock-text.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { formatQuantity } from "#ui/quantity-text.ts";

const NONE = "–";

/** Columns with plain text. */
type ResultTexts = Readonly<Record<Exclude<ResultSort, "name" | "state">, string>>;

export function useResultTexts(): (result: LearnerResult) => ResultTexts {
  const { t, i18n } = useTranslation();
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "medium" });
  const dateText = (instant: string | null): string => (instant === null ? NONE : date.format(new Date(instant)));
  const number = (value: number): string => formatQuantity(value, i18n.language, { maximumFractionDigits: 2 });
  const attemptText = ({ attemptId, attemptNo, attemptCount }: LearnerResult): string => {
    if (attemptId === null) return NONE;
    return attemptCount > 1 ? t("quizResults.attemptOf", { number: attemptNo, total: attemptCount }) : `${attemptNo}`;
  };
  return (result) => {
    const { score, maxScore, startedAt, submittedAt, durationS } = result;
    const hasPoints = score !== null && maxScore !== null;
    return {
      score: hasPoints ? t("quizResults.score", { score: number(score), max: number(maxScore) }) : NONE,
      attempt: attemptText(result),
      started: dateText(startedAt),
      submitted: dateText(submittedAt),
      duration: durationS === null ? NONE : clockText(durationS),
    };
  };
}
