/** Learners who are taking or have taken a quiz: searched, sorted, in pages, updated automatically. */
import { Button, Group, Input, NativeSelect, Pagination, SegmentedControl, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { RESULTS_PAGE_SIZE } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import {
  type AttemptChoice,
  LISTED_STATES,
  type ListedState,
  RESULT_SORTS,
  type ResultSort,
} from "@parfocal/core/quiz-results/result-rules.ts";
import { IconClockPlus, IconDownload, IconListSearch, IconRefresh, IconSearch, IconUsers } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import { MoreTimeDialog } from "./MoreTimeDialog.tsx";
import { OutageNotices } from "./OutageNotices.tsx";
import { PrintMenu } from "./PrintMenu.tsx";
import { resultsAddress } from "./paper-address.ts";
import styles from "./QuizResults.module.css";
import { QuizResultsPage } from "./QuizResultsPage.tsx";
import { useResults } from "./quiz-results.api.ts";
import { RegradeDialog } from "./RegradeDialog.tsx";
import { ResultTable } from "./ResultTable.tsx";
import { FIRST_RESULTS, type ResultSearch, readResultSearch } from "./result-search.ts";
import { useCountsText } from "./useCountsText.ts";

export function QuizResults({ quizId }: { readonly quizId: number }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const countsText = useCountsText();
  const search = readResultSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const { data, error, refetch } = useResults(quizId, search);
  usePagePlace({ title: data ? t("quizResults.of", { title: data.title }) : t("quizResults.title") });
  const show = (next: ResultSearch) => {
    void navigate({ ...resultsAddress(site.id, { quizId, search: next }), replace: true, resetScroll: false });
  };
  if (!data) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const pages = Math.max(1, Math.ceil(data.total / RESULTS_PAGE_SIZE));
  const { started, submitted, outOfTime, notStarted } = data.counts;
  const hasAttempts = started + submitted + outOfTime > 0;
  const isEmpty = !hasAttempts && !notStarted;
  return (
    <QuizResultsPage
      quizId={quizId}
      title={data.title}
      label={t("quizResults.of", { title: data.title })}
      current="quiz-results"
      actions={
        <Group gap={8}>
          <PrintMenu quizId={quizId} search={data.total > 0 ? search : null} />
          {hasAttempts && <ResultActions quizId={quizId} isRunning={started > 0} />}
        </Group>
      }
    >
      {isEmpty ? (
        <StateMessage
          icon={IconUsers}
          title={t("quizResults.emptyTitle")}
          text={t("quizResults.emptyText")}
          isWholePage={false}
        />
      ) : (
        <>
          <OutageNotices quizId={quizId} outages={data.outages} />
          <p className={styles.counts} role="status">
            {countsText(data.counts)}
          </p>
          <Filters search={search} hasNotStarted={notStarted !== null} onChange={show} />
          {error && <Outdated onRetry={() => void refetch()} />}
          {data.total === 0 ? (
            <StateMessage
              icon={IconListSearch}
              title={t("ui.noResults")}
              text={t("quizResults.nothingText")}
              isWholePage={false}
            >
              <Button variant="default" onClick={() => show(FIRST_RESULTS)}>
                {t("quizResults.showAll")}
              </Button>
            </StateMessage>
          ) : (
            <ResultTable quizId={quizId} results={data} search={search} onSort={show} />
          )}
          {pages > 1 && (
            <Pagination
              total={pages}
              value={Math.min(search.page, pages)}
              onChange={(page) => show({ ...search, page })}
              aria-label={t("quizResults.resultPages")}
            />
          )}
        </>
      )}
    </QuizResultsPage>
  );
}

function ResultActions({ quizId, isRunning }: { readonly quizId: number; readonly isRunning: boolean }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<"export" | "regrade" | "moreTime" | null>(null);
  const close = () => setShown(null);
  return (
    <>
      {isRunning && (
        <Button
          variant="default"
          leftSection={<IconClockPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => setShown("moreTime")}
        >
          {t("quizResults.moreTime")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
        onClick={() => setShown("regrade")}
      >
        {t("quizResults.regrade")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        onClick={() => setShown("export")}
      >
        {t("quizResults.export")}
      </Button>
      {shown === "moreTime" && <MoreTimeDialog quizId={quizId} onClose={close} />}
      {shown === "export" && <ExportDialog quizId={quizId} onClose={close} />}
      {shown === "regrade" && <RegradeDialog quizId={quizId} onClose={close} />}
    </>
  );
}

/** Notice that the table shows outdated results. */
function Outdated({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Text role="alert" c="red">
      {t("quizResults.outdated")}{" "}
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t("ui.tryAgain")}
      </Button>
    </Text>
  );
}

interface FiltersProps {
  readonly search: ResultSearch;
  /** Whether the learners who have not started are known. */
  readonly hasNotStarted: boolean;
  readonly onChange: (search: ResultSearch) => void;
}

const SEARCH_PAUSE_MS = 250;

function Filters({ search, hasNotStarted, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(search.q);
  const find = useDebouncedCallback((q: string) => onChange({ ...search, q: q.trim(), page: 1 }), SEARCH_PAUSE_MS);
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        className={styles.search}
        label={t("quizResults.search")}
        maxLength={200}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          find(event.currentTarget.value);
        }}
      />
      <NativeSelect
        label={t("quizResults.state")}
        value={search.state ?? ""}
        data={[
          { value: "", label: t("quizResults.anyState") },
          ...LISTED_STATES.filter((state) => state !== "notStarted" || hasNotStarted).map((value) => ({
            value,
            label: t(`quizResults.state_${value}`),
          })),
        ]}
        onChange={(event) => {
          const state = event.currentTarget.value;
          onChange({ ...search, state: state === "" ? null : (state as ListedState), page: 1 });
        }}
      />
      <div className={styles.attempt}>
        <Input.Label labelElement="div">{t("quizResults.attemptShown")}</Input.Label>
        <SegmentedControl
          aria-label={t("quizResults.attemptShown")}
          value={search.attempt}
          data={(["latest", "best"] as const).map((value) => ({ value, label: t(`quizResults.attempt_${value}`) }))}
          onChange={(attempt) => onChange({ ...search, attempt: attempt as AttemptChoice, page: 1 })}
        />
      </div>
      <NativeSelect
        className={styles.sortOnPhone}
        label={t("quizResults.sort")}
        value={`${search.sort} ${search.direction}`}
        data={RESULT_SORTS.flatMap((sort) =>
          (["asc", "desc"] as const).map((direction) => ({
            value: `${sort} ${direction}`,
            label: t(`quizResults.sorted_${direction}`, { column: t(`quizResults.column_${sort}`) }),
          })),
        )}
        onChange={(event) => {
          const [sort, direction] = event.currentTarget.value.split(" ") as [ResultSort, "asc" | "desc"];
          onChange({ ...search, sort, direction, page: 1 });
        }}
      />
    </div>
  );
}
