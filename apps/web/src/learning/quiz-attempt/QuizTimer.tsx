/**
 * The clock of a quiz: inconspicuous at first, large in the last five minutes; announced to screen readers at five
 * minutes and at one.
 */

import { TIMER_DURATION_MAX_S } from "@parfocal/core/quiz/quiz-rules.ts";
import { TIMER_WARNINGS_S } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { clockText, passedWarning } from "./clock-text.ts";
import styles from "./QuizAttempt.module.css";
import { type ClockedQuiz, useQuizClock } from "./useQuizClock.ts";

const SECONDS_PER_MINUTE = 60;

interface QuizTimerProps {
  readonly quiz: ClockedQuiz;
  readonly onZero: () => void;
}

export function QuizTimer({ quiz, onZero }: QuizTimerProps) {
  const { t } = useTranslation();
  const remaining = useQuizClock(quiz, onZero);
  // A quiz that closes in a few days has a date instead of a clock.
  if (remaining === null || remaining > TIMER_DURATION_MAX_S) return null;
  const warning = passedWarning(remaining, TIMER_WARNINGS_S);
  const announced =
    remaining === 0
      ? t("quizAttempt.timeOver")
      : warning === null
        ? ""
        : t("quizAttempt.timeLeft", { count: warning / SECONDS_PER_MINUTE });
  return (
    <div className={styles.timer} data-warning={warning ?? undefined}>
      <IconClock size={18} stroke={1.5} aria-hidden />
      <span role="timer" aria-label={`${t("quizAttempt.remaining")} ${clockText(remaining)}`}>
        {clockText(remaining)}
      </span>
      <span className={styles.forReaders} role="status">
        {announced}
      </span>
    </div>
  );
}
