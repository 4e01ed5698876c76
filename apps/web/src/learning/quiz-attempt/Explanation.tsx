/** Why an answer is right, where the key is shown. */
import type { AnswerSolution } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { useTranslation } from "react-i18next";
import { RichText } from "#rich-text/RichText.tsx";
import styles from "./QuizAttempt.module.css";

interface ExplanationProps {
  /** null or undefined: it is not to be seen. */
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
