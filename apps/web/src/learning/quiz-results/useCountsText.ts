import type { QuizResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { useTranslation } from "react-i18next";

/** Number of learners of a quiz, and how many of them are in each state. */
export function useCountsText(): (counts: QuizResults["counts"]) => string {
  const { t } = useTranslation();
  return ({ started, submitted, outOfTime, notStarted }) =>
    [
      t("quizResults.count", { count: started + submitted + outOfTime + (notStarted ?? 0) }),
      ...(started > 0 ? [t("quizResults.runningCount", { count: started })] : []),
      ...(submitted > 0 ? [t("quizResults.submittedCount", { count: submitted })] : []),
      ...(outOfTime > 0 ? [t("quizResults.outOfTimeCount", { count: outOfTime })] : []),
      ...(notStarted ? [t("quizResults.notStartedCount", { count: notStarted })] : []),
    ].join(" · ");
}
