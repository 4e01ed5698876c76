/** After submission: the result, a link to the review, and a restart button. */
import { Button, Group } from "@mantine/core";
import { formatPracticePath, formatReviewPath, type ScreenPlace } from "@parfocal/core/item/public-path.ts";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAllowanceProblem } from "#quiz-access/Allowance.tsx";
import { useAllowance } from "#quiz-access/quiz-access.api.ts";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { isPracticeOffered } from "./practice-open.ts";
import styles from "./QuizAttempt.module.css";
import { RestartDialog } from "./RestartDialog.tsx";
import { useScoreText } from "./useScoreText.ts";

interface QuizResultProps {
  readonly quiz: TakenQuiz;
  readonly place: ScreenPlace;
}

export function QuizResult({ quiz, place }: QuizResultProps) {
  const { t, i18n } = useTranslation();
  const scoreText = useScoreText();
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const [isAsking, setAsking] = useState(false);
  const { data: allowance } = useAllowance(quiz.id, !quiz.isPreview);
  const problem = useAllowanceProblem(allowance);
  const { result, submittedAt, isEndedByClock, questions, isBlocked } = quiz;
  return (
    <section className={styles.section} aria-label={t("quizAttempt.result")}>
      {result && <p className={styles.score}>{scoreText(result.score, result.maxScore)}</p>}
      {submittedAt && (
        <p className={styles.hint}>
          {t(isEndedByClock ? "quizAttempt.endedByClock" : "quizAttempt.submittedAt", {
            date: date.format(new Date(submittedAt)),
          })}
        </p>
      )}
      {!result && <p>{t("quizAttempt.noResult")}</p>}
      <Group gap={12}>
        {questions.length > 0 && <ButtonLink to={formatReviewPath(place)}>{t("quizAttempt.review")}</ButtonLink>}
        {isPracticeOffered(quiz) && (
          <ButtonLink variant="default" to={formatPracticePath(place)}>
            {t("quizAttempt.practise")}
          </ButtonLink>
        )}
        {!isBlocked && allowance && !problem && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t("quizAttempt.restart")}
          </Button>
        )}
      </Group>
      {problem && <p className={styles.hint}>{problem}</p>}
      {isAsking && <RestartDialog quiz={quiz} place={place} onClose={() => setAsking(false)} />}
    </section>
  );
}
