/** Why an answer is right; shown with the solution. */
import type { AnswerSolution } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { useTranslation } from "react-i18next";
import { RichText } from "#rich-text/RichText.tsx";
import styles from "./QuizAttempt.module.css";

interface ExplanationProps {
  /** Null or undefined: not visible. */
  readonly solution: Pick<AnswerSolution, "explanation"> | null | undefined;
}

export function Explanation({ solution }: ExplanationProps) {
  const { t } = useTranslation();
  if (!solution?.explanation) return null;
  return (
    <section className={styles.section} aria-label={t("quizAttempt.explanation")}>
      <strong>{t("quizAttempt.explanation")}</strong>
      <RichText text={solution.explanation} />
    </section>
  );
}
