/**
 * Questions in order, 30 per page; more are loaded by a button. Reordering includes those that are not loaded, whose
 * IDs are known.
 *
 * Source: spec part 1, section 9 (30 per page; a shorter page is the last).
 */
import { Alert, Button, Loader } from "@mantine/core";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CallFailure } from "#ui/CallFailure.tsx";
import { OrderedEntries } from "./OrderedEntries.tsx";
import styles from "./Quiz.module.css";
import { useQuizQuestions } from "./quiz.api.ts";
import { useOrderQuestions } from "./quiz-order.api.ts";

interface PagedQuestionsProps {
  readonly quizId: number;
  /** The quiz, or a slide or case of it. */
  readonly parentId: number;
  /** IDs of all questions, in order. */
  readonly questionIds: readonly number[];
  readonly onRemove: (question: QuizQuestion) => void;
  readonly renderEntry: (question: QuizQuestion) => ReactNode;
  readonly renderMenu: (question: QuizQuestion) => ReactNode;
}

export function PagedQuestions({ quizId, parentId, questionIds, ...entries }: PagedQuestionsProps) {
  const { t } = useTranslation();
  const order = useOrderQuestions(parentId);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useQuizQuestions(quizId, parentId);
  const { list, load } = useFocusOnLoaded(data?.length ?? 0, fetchNextPage);
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <Loader size="sm" />;
  const loaded = new Set(data.map(({ id }) => id));
  return (
    <>
      <div ref={list}>
        <OrderedEntries
          label={t("quiz.questions")}
          entries={data}
          allIds={[...loaded, ...questionIds.filter((id) => !loaded.has(id))]}
          onOrder={order}
          {...entries}
        />
      </div>
      {isFetchNextPageError && (
        <Alert color="red" role="alert">
          {t("quiz.moreFailed")}
        </Alert>
      )}
      {hasNextPage && questionIds.length > data.length && (
        <div className={styles.row}>
          <Button variant="default" loading={isFetchingNextPage} onClick={load}>
            {t(isFetchNextPageError ? "ui.tryAgain" : "quiz.moreQuestions")}
          </Button>
          <span role="status" className={styles.hint}>
            {t("quiz.shownOf", { shown: data.length, count: questionIds.length })}
          </span>
        </div>
      )}
    </>
  );
}

/**
 * Moves the focus to the first question of a page once it is loaded, because the button is disabled while loading and
 * removed after the last page.
 *
 * @param count number of loaded questions.
 */
function useFocusOnLoaded(count: number, fetchNextPage: () => Promise<unknown>) {
  const list = useRef<HTMLDivElement>(null);
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || count <= from.current) return;
    const row = list.current?.querySelectorAll("li")[from.current];
    from.current = null;
    (row?.querySelector("a") ?? row?.querySelector("button"))?.focus({ preventScroll: true });
  }, [count]);
  const load = (): void => {
    from.current = count;
    void fetchNextPage();
  };
  return { list, load };
}
