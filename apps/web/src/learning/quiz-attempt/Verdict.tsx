/** Whether an answer was right, its points, and what would have been right. */
import { Alert } from "@mantine/core";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { KeptAnswer } from "./attempt-keeper.ts";
import { useScoreText } from "./useScoreText.ts";

interface VerdictProps {
  readonly question: TakenQuestion;
  readonly kept: Pick<KeptAnswer, "verdict" | "solution"> | undefined;
}

export function Verdict({ question, kept }: VerdictProps) {
  const { t } = useTranslation();
  const scoreText = useScoreText();
  if (!kept?.verdict) return null;
  const { isRight, score, maxScore } = kept.verdict;
  const isPart = !isRight && score > 0;
  const Icon = isRight ? IconCheck : isPart ? IconMinus : IconX;
  const key = isRight ? "right" : isPart ? "partlyRight" : "wrong";
  const lines = solutionLines(question, kept.solution);
  return (
    <Alert
      role="status"
      color={isRight ? "teal" : isPart ? "yellow" : "red"}
      icon={<Icon size={18} stroke={2} aria-hidden />}
      title={`${t(`quizAttempt.${key}`)} · ${scoreText(score, maxScore)}`}
    >
      {!isRight && lines.length > 0 && (
        <>
          {t("quizAttempt.solution", { count: lines.length })}
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}

/** What is right, in words; regions by their names. */
export function solutionLines(
  { quizAnswerOptions, lefts, rights }: Pick<TakenQuestion, "quizAnswerOptions" | "lefts" | "rights">,
  solution: KeptAnswer["solution"],
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
