/** All results, with filters. The URL contains the whole query. */
import { Button, CloseButton, Drawer, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconFilter, IconSearch } from "@tabler/icons-react";
import { useSearch as useAddress, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { isTyping } from "#ui/is-typing.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { useLatest } from "#ui/useLatest.ts";
import { ChosenFilters } from "./ChosenFilters.tsx";
import { rememberSearch } from "./recent-searches.ts";
import { moveAmongResults } from "./result-keys.ts";
import styles from "./Search.module.css";
import { SearchFacets } from "./SearchFacets.tsx";
import { SearchFindings } from "./SearchFindings.tsx";
import { SearchStart } from "./SearchStart.tsx";
import { isQuestion, useSearch } from "./search.api.ts";
import { countFilters, readQuestion, type SearchQuery, writeQuestion } from "./search-address.ts";
import { useSearcher } from "./searcher.ts";
import { useSearchInput } from "./useSearchInput.ts";

export function SearchPage() {
  const { t } = useTranslation();
  const { site } = useSession();
  const who = useSearcher();
  const navigate = useNavigate();
  const address = useAddress({ strict: false }) as Record<string, unknown>;
  const question = useMemo(() => readQuestion(address), [address]);
  const box = useRef<HTMLInputElement>(null);
  usePagePlace({ title: t("search.title"), crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }] });

  const ask = (next: SearchQuery, { isNewEntry }: { isNewEntry: boolean }) =>
    void navigate({
      to: `/s${site.id}/search`,
      search: writeQuestion(next),
      replace: !isNewEntry,
      resetScroll: isNewEntry,
    });
  const { typed, type, submit } = useSearchInput(question.query, (query, isOnPurpose) => {
    if (isOnPurpose) rememberSearch(who, query);
    ask({ ...question, query, page: 1 }, { isNewEntry: isOnPurpose });
  });
  const change = (next: SearchQuery) => ask(next, { isNewEntry: true });
  useSlashKey(() => box.current?.select());

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go on from where the focus is
    <div onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => moveAmongResults(event, box.current)}>
      <PageHeading title={t("search.title")} />
      <search>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextInput
            ref={box}
            size="lg"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            aria-label={t("search.field")}
            placeholder={t("search.field")}
            autoFocus={question.query === ""}
            leftSection={<IconSearch size={22} stroke={1.5} aria-hidden />}
            rightSection={
              typed === "" ? null : (
                <CloseButton
                  aria-label={t("search.clear")}
                  onClick={() => {
                    type("");
                    box.current?.focus();
                  }}
                />
              )
            }
            value={typed}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </form>
      </search>
      {isQuestion(question) ? (
        <SearchAnswerView question={question} onChange={change} onOpen={() => rememberSearch(who, question.query)} />
      ) : (
        <SearchStart onChoose={(query) => change({ ...question, query })} />
      )}
    </div>
  );
}

interface SearchAnswerViewProps {
  readonly question: SearchQuery;
  readonly onChange: (question: SearchQuery) => void;
  readonly onOpen: () => void;
}

function SearchAnswerView({ question, onChange, onOpen }: SearchAnswerViewProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const result = useSearch(question);
  const { data } = result;
  const count = countFilters(question);
  const facets = data && <SearchFacets facets={data.facets} question={question} onChange={onChange} />;
  const hasFacets = count > 0 || (data !== undefined && data.total > 0);
  return (
    <div className={styles.columns} data-small={isSmall || undefined}>
      {!isSmall && hasFacets && (
        <aside className={styles.side} aria-label={t("search.filters")}>
          {facets}
        </aside>
      )}
      <div className={styles.main}>
        {isSmall && hasFacets && (
          <Button
            variant="default"
            mb={12}
            leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />}
            onClick={() => setSheetOpen(true)}
          >
            {count === 0 ? t("search.showFilters") : t("search.showFiltersCount", { count })}
          </Button>
        )}
        <ChosenFilters question={question} onChange={onChange} />
        <SearchFindings question={question} result={result} onChange={onChange} onOpen={onOpen} />
      </div>
      {isSmall && (
        <Drawer
          opened={isSheetOpen}
          onClose={() => setSheetOpen(false)}
          position="bottom"
          size="80%"
          title={t("search.filters")}
          closeButtonProps={{ "aria-label": t("ui.close") }}
        >
          {facets}
          <Button fullWidth mt={16} onClick={() => setSheetOpen(false)}>
            {t("search.showResults", { count: data?.total ?? 0 })}
          </Button>
        </Drawer>
      )}
    </div>
  );
}

/** `/` focuses the search field from anywhere on the page. */
function useSlashKey(act: () => void): void {
  const latest = useLatest(act);
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}
