/** How often each answer to a question was given, overall and by thirds of the class. */
import { Table, Text } from "@mantine/core";
import type { QuestionFigures } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useQuestionTitle } from "#quiz-attempt/useQuestionTitle.ts";
import { formatQuantity } from "#ui/quantity-text.ts";
import { WrongMarks } from "#wrong-marks/WrongMarks.tsx";
import styles from "./QuizStatistics.module.css";

const THIRDS = ["upper", "middle", "lower"] as const;

interface AnswerCountsProps {
  readonly quizId: number;
  readonly question: QuestionFigures;
}

export function AnswerCounts({ quizId, question }: AnswerCountsProps) {
  const { t, i18n } = useTranslation();
  const titleOf = useQuestionTitle();
  const { answers, questionType, questionId, itemId } = question;
  if (questionType === "annotation") return <WrongMarks quizId={quizId} questionId={questionId} itemId={itemId} />;
  if (answers.length === 0) return <Text size="sm">{t("quizStatistics.notAnswered")}</Text>;
  const most = Math.max(1, ...answers.map(({ count }) => count));
  return (
    <Table className={styles.answers} aria-label={t("quizStatistics.showAnswers", { title: titleOf(question) })}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("quizStatistics.answer")}</Table.Th>
          <Table.Th>{t("quizStatistics.all")}</Table.Th>
          {THIRDS.map((third) => (
            <Table.Th key={third}>{t(`quizStatistics.${third}`)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {answers.map((answer, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options can have the same text, and nothing is reordered
          <Table.Tr key={`${place}:${answer.text}`}>
            <Table.Th scope="row" className={styles.answerText}>
              {answer.text}{" "}
              {answer.isRight && (
                <IconCheck
                  size={16}
                  stroke={2}
                  role="img"
                  aria-label={t("quizStatistics.right")}
                  className={styles.right}
                />
              )}
            </Table.Th>
            <Table.Td>
              <span className={styles.countBar} data-right={answer.isRight || undefined}>
                <span style={{ inlineSize: `${(100 * answer.count) / most}%` }} />
              </span>
              {formatQuantity(answer.count, i18n.language)}
            </Table.Td>
            {THIRDS.map((third) => (
              <Table.Td key={third}>{formatQuantity(answer[third], i18n.language)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
