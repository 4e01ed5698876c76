/** The figures of each question; a row expands to the given answers. */
import { Table, Text, UnstyledButton } from "@mantine/core";
import { missingOfQuestion } from "@parfocal/core/quiz-statistics/missing-figure.ts";
import { questionAdvice } from "@parfocal/core/quiz-statistics/question-advice.ts";
import type { QuestionFigures } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useQuestionTitle } from "#quiz-attempt/useQuestionTitle.ts";
import { questionPlace } from "#quiz-results/paper-address.ts";
import { AnswerCounts } from "./AnswerCounts.tsx";
import styles from "./QuizStatistics.module.css";
import { useFigureText } from "./useFigureText.ts";

const keyOf = ({ questionId, itemId }: QuestionFigures): string => questionPlace(questionId, itemId);
const COLUMNS = ["facility", "standardDeviation", "discrimination", "efficiency", "weight", "open", "advice"] as const;

interface QuestionFiguresTableProps {
  readonly quizId: number;
  readonly questions: readonly QuestionFigures[];
  /** Number of attempts that the figures are based on. */
  readonly attempts: number;
  /** The question that is expanded initially, in the format of `questionPlace`; undefined: none. */
  readonly opened: string | undefined;
}

export function QuestionFiguresTable({ quizId, questions, attempts, opened }: QuestionFiguresTableProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(opened === undefined ? [] : [opened]));
  const toggle = (key: string) =>
    setOpen((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className={styles.tableFrame} tabIndex={0} aria-label={t("quizStatistics.questions")}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("quizStatistics.question")}</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column}>{t(`quizStatistics.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {questions.map((question) => {
            const key = keyOf(question);
            const isOpen = open.has(key);
            return (
              <Fragment key={key}>
                <QuestionRow
                  question={question}
                  attempts={attempts}
                  isOpen={isOpen}
                  isLinked={key === opened}
                  onToggle={() => toggle(key)}
                />
                {isOpen && (
                  <Table.Tr>
                    <Table.Td colSpan={COLUMNS.length + 1} className={styles.opened}>
                      <AnswerCounts quizId={quizId} question={question} />
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface QuestionRowProps {
  readonly question: QuestionFigures;
  readonly attempts: number;
  readonly isOpen: boolean;
  /** Whether the URL refers to it. */
  readonly isLinked: boolean;
  readonly onToggle: () => void;
}

function QuestionRow({ question, attempts, isOpen, isLinked, onToggle }: QuestionRowProps) {
  const { t } = useTranslation();
  const { percent, plain } = useFigureText();
  const title = useQuestionTitle()(question);
  const { order, subjectTitle, facility, intendedWeight, effectiveWeight, openCount } = question;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: "start" });
  }, [isLinked]);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  const missing = missingOfQuestion(question, attempts);
  const notes = [
    ...(missing ? [t(`quizStatistics.missing_${missing}`)] : []),
    ...questionAdvice(question, attempts).map((one) => t(`quizStatistics.advice_${one}`)),
  ];
  const cells: Record<(typeof COLUMNS)[number], string> = {
    facility: percent(facility),
    standardDeviation: percent(question.standardDeviation),
    discrimination: plain(question.discriminationIndex),
    efficiency: plain(question.discriminativeEfficiency),
    weight: `${percent(intendedWeight)} / ${percent(effectiveWeight)}`,
    open: plain(openCount),
    advice: notes.join(". "),
  };
  return (
    <Table.Tr ref={row} className={styles.row}>
      <Table.Th scope="row">
        <UnstyledButton className={styles.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <Icon size={18} stroke={1.5} aria-hidden />
          <span>
            {order}. {title}
            {subjectTitle !== null && (
              <Text component="span" size="sm" c="dimmed" className={styles.subject}>
                {subjectTitle}
              </Text>
            )}
          </span>
        </UnstyledButton>
      </Table.Th>
      {COLUMNS.map((column) => (
        <Table.Td key={column} data-label={t(`quizStatistics.${column}`)}>
          {column === "facility" && facility !== null && (
            <span className={styles.countBar} aria-hidden>
              <span style={{ inlineSize: `${facility}%` }} />
            </span>
          )}
          <span>{cells[column]}</span>
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
