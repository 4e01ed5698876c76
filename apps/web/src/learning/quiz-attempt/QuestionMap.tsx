/** All questions of the quiz as numbers: answered, open, marked, and current. */
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { IconFlagFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { answerKey, isAnswerGiven, type KeeperSnapshot } from "./attempt-keeper.ts";
import styles from "./QuizAttempt.module.css";

interface QuestionMapProps {
  readonly questions: readonly TakenQuestion[];
  readonly answers: KeeperSnapshot["answers"];
  /** Index from 0. */
  readonly current: number;
  /** The last question that can be opened; the ones after it require an answer first. */
  readonly lastOpen: number;
  readonly onGo: (place: number) => void;
}

export function QuestionMap({ questions, answers, current, lastOpen, onGo }: QuestionMapProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("quizAttempt.questions")}>
      <ol className={styles.map}>
        {questions.map(({ id, itemId }, place) => {
          const currentAnswer = answers.get(answerKey(id, itemId));
          const isAnswered = isAnswerGiven(currentAnswer?.answer);
          const states = [
            isAnswered ? t("quizAttempt.answered") : t("quizAttempt.open"),
            ...(currentAnswer?.isMarked ? [t("quizAttempt.marked")] : []),
          ];
          return (
            <li key={answerKey(id, itemId)}>
              <button
                type="button"
                className={styles.mapEntry}
                data-answered={isAnswered || undefined}
                aria-current={place === current ? "step" : undefined}
                aria-label={`${t("quizAttempt.questionNumber", { number: place + 1 })}, ${states.join(", ")}`}
                disabled={place > lastOpen}
                onClick={() => onGo(place)}
              >
                {place + 1}
                {currentAnswer?.isMarked && <IconFlagFilled className={styles.flag} size={12} aria-hidden />}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
