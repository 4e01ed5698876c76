/** One row per learner; in a narrow window each row is a card. */
import { Badge, Table, Text, UnstyledButton } from "@mantine/core";
import type { LearnerResult, QuizResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { isConnectionLost, RESULT_SORTS, type ResultSort } from "@parfocal/core/quiz-results/result-rules.ts";
import { IconArrowDown, IconArrowUp, IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { paperAddress } from "./paper-address.ts";
import styles from "./QuizResults.module.css";
import { type ResultSearch, sortedBy } from "./result-search.ts";
import { useAgoText } from "./useAgoText.ts";
import { useResultTexts } from "./useResultTexts.ts";

interface ResultTableProps {
  readonly quizId: number;
  readonly results: QuizResults;
  readonly search: ResultSearch;
  readonly onSort: (search: ResultSearch) => void;
}

export function ResultTable({ quizId, results, search, onSort }: ResultTableProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be scrollable by keys
    <section className={styles.tableFrame} aria-label={t("quizResults.learners")} tabIndex={0}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            {RESULT_SORTS.map((column) => (
              <SortableHeading
                key={column}
                column={column}
                direction={search.sort === column ? search.direction : null}
                onSort={() => onSort(sortedBy(search, column))}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.learners.map((result) => (
            <ResultRow
              key={result.userId}
              quizId={quizId}
              result={result}
              search={search}
              questionCount={results.questionCount}
            />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface SortableHeadingProps {
  readonly column: ResultSort;
  /** Null: the table is sorted by another column. */
  readonly direction: "asc" | "desc" | null;
  readonly onSort: () => void;
}

function SortableHeading({ column, direction, onSort }: SortableHeadingProps) {
  const { t } = useTranslation();
  const Icon = direction === "desc" ? IconArrowDown : IconArrowUp;
  const sorted = direction === null ? "none" : direction === "asc" ? "ascending" : "descending";
  return (
    <Table.Th scope="col" aria-sort={sorted}>
      <UnstyledButton className={styles.sortButton} onClick={onSort}>
        {t(`quizResults.column_${column}`)}
        {direction !== null && <Icon size={16} stroke={1.75} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  );
}

interface ResultRowProps {
  readonly quizId: number;
  readonly result: LearnerResult;
  readonly search: ResultSearch;
  readonly questionCount: number;
}

function ResultRow({ quizId, result, search, questionCount }: ResultRowProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const texts = useResultTexts()(result);
  const { attemptId, name, email } = result;
  const labelled = (column: ResultSort) => ({ "data-label": t(`quizResults.column_${column}`) });
  return (
    <Table.Tr>
      <Table.Th scope="row" className={styles.who}>
        {attemptId === null ? (
          name
        ) : (
          <Link {...paperAddress(site.id, { quizId, attemptId, search })} className={styles.whoLink}>
            {name}
          </Link>
        )}
        <Text size="sm" c="dimmed" className={styles.email}>
          {email}
        </Text>
      </Table.Th>
      <Table.Td {...labelled("state")}>
        <StateOfResult result={result} questionCount={questionCount} />
      </Table.Td>
      <Table.Td {...labelled("score")}>
        {texts.score}
        {result.toMarkCount > 0 && (
          <Text size="sm" c="dimmed">
            {t("quizResults.toMark", { count: result.toMarkCount })}
          </Text>
        )}
      </Table.Td>
      {(["attempt", "started", "submitted", "duration"] as const).map((column) => (
        <Table.Td key={column} {...labelled(column)}>
          {texts[column]}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

const COLOUR_OF_STATE = { started: "blue", submitted: "teal", outOfTime: "red" } as const;

function StateOfResult({
  result: { state, progress },
  questionCount,
}: Pick<ResultRowProps, "result" | "questionCount">) {
  const { t } = useTranslation();
  const agoText = useAgoText();
  const isLost = progress !== null && isConnectionLost(progress.silentS, progress.remainingS !== null);
  return (
    <>
      {state === "notStarted" ? (
        <Text component="span" size="sm" c="dimmed">
          {t("quizResults.state_notStarted")}
        </Text>
      ) : (
        <Badge variant="light" color={COLOUR_OF_STATE[state]} className={styles.state}>
          {t(`quizResults.state_${state}`)}
        </Badge>
      )}
      {progress && (
        <Text size="sm" c="dimmed">
          {[
            ...(progress.questionNumber === null
              ? []
              : [t("quizResults.atQuestion", { number: progress.questionNumber, total: questionCount })]),
            t("quizResults.answered", { count: progress.answeredCount }),
          ].join(" · ")}
        </Text>
      )}
      {progress && (
        <Text size="sm" c={isLost ? "red" : "dimmed"} className={styles.lastActive}>
          {isLost && <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />}
          {t(isLost ? "quizResults.lost" : "quizResults.lastActive", { ago: agoText(progress.silentS) })}
        </Text>
      )}
    </>
  );
}
