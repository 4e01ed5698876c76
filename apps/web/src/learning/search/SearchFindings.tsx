/** The list of results, or why there are none. */
import { Button, Pagination } from "@mantine/core";
import type { SearchAnswer } from "@parfocal/core/search/search.contract.ts";
import { SEARCH_PAGE_MAX } from "@parfocal/core/search/search-limits.ts";
import { IconMoodEmpty } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./Search.module.css";
import { SearchResultRow } from "./SearchResultRow.tsx";
import { countFilters, type SearchQuery } from "./search-address.ts";
import { withoutFilters } from "./toggle-filter.ts";

interface SearchFindingsProps {
  readonly question: SearchQuery;
  readonly result: UseQueryResult<SearchAnswer>;
  readonly onChange: (question: SearchQuery) => void;
  readonly onOpen: () => void;
}

export function SearchFindings({ question, result, onChange, onOpen }: SearchFindingsProps) {
  const { t } = useTranslation();
  const { data, error, refetch, isPlaceholderData } = result;
  if (error) return <CallFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { total, page, pageSize, results, correctedTo } = data;
  const { query } = question;
  const pageCount = Math.min(SEARCH_PAGE_MAX, Math.ceil(total / pageSize));
  return (
    <section aria-label={t("search.results")} aria-busy={isPlaceholderData}>
      <p role="status" className={styles.count}>
        {isPlaceholderData ? t("search.waiting") : <Summary answer={data} query={query} />}
      </p>
      {total === 0 && !isPlaceholderData && <NothingFound question={question} onChange={onChange} />}
      <ol className={styles.results} data-stale={isPlaceholderData || undefined}>
        {results.map((result) => (
          <SearchResultRow key={`${result.itemId} ${result.annotationId}`} result={result} onOpen={onOpen} />
        ))}
      </ol>
      {correctedTo !== null && (
        <Button variant="subtle" mt={12} onClick={() => onChange({ ...question, query: correctedTo, page: 1 })}>
          {t("search.useCorrected", { corrected: correctedTo })}
        </Button>
      )}
      {pageCount > 1 && (
        <nav aria-label={t("search.pages")} className={styles.pages}>
          <Pagination
            total={pageCount}
            value={Math.min(page, pageCount)}
            onChange={(next) => onChange({ ...question, page: next })}
            getItemProps={(number) => ({ "aria-label": t("search.page", { page: number }) })}
            getControlProps={(control) => ({
              "aria-label": control === "previous" ? t("search.previousPage") : t("search.nextPage"),
            })}
          />
        </nav>
      )}
    </section>
  );
}

function Summary({ answer, query }: { readonly answer: SearchAnswer; readonly query: string }) {
  const { t } = useTranslation();
  const { total, isMore, correctedTo } = answer;
  if (correctedTo !== null) return t("search.corrected", { query, corrected: correctedTo });
  if (isMore) return t("search.countMore", { count: total, query });
  return query === "" ? t("search.countAll", { count: total }) : t("search.count", { count: total, query });
}

function NothingFound({ question, onChange }: Pick<SearchFindingsProps, "question" | "onChange">) {
  const { t } = useTranslation();
  const isFiltered = countFilters(question) > 0;
  return (
    <StateMessage
      icon={IconMoodEmpty}
      title={isFiltered ? t("search.noneTitleFiltered") : t("search.noneTitle", { query: question.query })}
      text={isFiltered ? t("search.noneTextFiltered") : t("search.noneText")}
      isWholePage={false}
    >
      {isFiltered && <Button onClick={() => onChange(withoutFilters(question))}>{t("search.clearFilters")}</Button>}
    </StateMessage>
  );
}
