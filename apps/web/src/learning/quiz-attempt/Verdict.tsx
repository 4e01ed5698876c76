/** Whether an answer was right, its points, and the correct answer. */
import { Alert } from "@mantine/core";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { CurrentAnswer } from "./attempt-keeper.ts";
import styles from "./QuizAttempt.module.css";
import { useScoreText } from "./useScoreText.ts";

interface VerdictProps {
  readonly question: TakenQuestion;
  readonly currentAnswer: Pick<CurrentAnswer, "verdict" | "solution"> | undefined;
}

export function Verdict({ question, currentAnswer }: VerdictProps) {
  const scoreText = useScoreText();
  if (!currentAnswer?.verdict) return null;
  const { isRight, score, maxScore } = currentAnswer.verdict;
  const grade = isRight ? "right" : score > 0 ? "partlyRight" : "wrong";
  return (
    <GradeAlert
      grade={grade}
      points={scoreText(score, maxScore)}
      lines={isRight ? [] : solutionLines(question, currentAnswer.solution)}
    />
  );
}

/** Correctness of an answer. */
export type Grade = "right" | "partlyRight" | "wrong";

const LOOKS = {
  right: { color: "teal", Icon: IconCheck },
  partlyRight: { color: "yellow", Icon: IconMinus },
  wrong: { color: "red", Icon: IconX },
} as const;

interface GradeAlertProps {
  readonly grade: Grade;
  /** Omitted: no points are shown. */
  readonly points?: string;
  /** The correct answer. */
  readonly lines: readonly string[];
}

export function GradeAlert({ grade, points, lines }: GradeAlertProps) {
  const { t } = useTranslation();
  const { color, Icon } = LOOKS[grade];
  const word = t(`quizAttempt.${grade}`);
  return (
    <Alert
      role="status"
      color={color}
      classNames={{ title: styles.grade ?? "" }}
      icon={<Icon size={18} stroke={2} aria-hidden />}
      title={points === undefined ? word : `${word} · ${points}`}
    >
      {lines.length > 0 && (
        <>
          {t("quizAttempt.solution", { count: lines.length })}
          <ul className={styles.solution}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}

/** The correct answer in words; regions by their names. */
export function solutionLines(
  { quizAnswerOptions, lefts, rights }: Pick<TakenQuestion, "quizAnswerOptions" | "lefts" | "rights">,
  solution: CurrentAnswer["solution"],
): string[] {
  if (!solution) return [];
  const sideOf = (sides: TakenQuestion["lefts"], token: string) => sides.find(({ id }) => id === token)?.text ?? "";
  return [
    ...solution.texts,
    ...quizAnswerOptions
      .filter(({ id }) => solution.options.includes(id))
      .map(({ label, option }) => `${label}. ${option}`),
    ...solution.pairs.map(({ left, right }) => `${sideOf(lefts, left)} – ${sideOf(rights, right)}`),
    ...solution.regions.map(({ title }) => title).filter(Boolean),
  ];
}
