/** Finds a course, slide or page of this site by title, for a link to it. */
import { Loader, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { SearchResult } from "@parfocal/core/search/search.contract.ts";
import { SUGGESTION_MIN_CHARACTERS, SUGGESTION_PAUSE_MS } from "@parfocal/core/search/search-limits.ts";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import type { SitePageSearchProps } from "#rich-text/site-page-search.ts";
import type { ResultAddress } from "#search/result-address.ts";
import { SearchOption } from "#search/SearchOption.tsx";
import { useSuggestions } from "#search/search.api.ts";
import { optionsFor, type SuggestedOption } from "#search/suggested-options.ts";
import styles from "./SitePageSearch.module.css";

type FoundPage = Extract<SuggestedOption, { kind: "result" }>;

const titleOf = ({ title }: SearchResult) => title.map(({ text }) => text).join("");

function hrefOf({ path, search }: ResultAddress): string {
  const query = new URLSearchParams(search).toString();
  return query === "" ? path : `${path}?${query}`;
}

export function SitePageSearch({ onChoose }: SitePageSearchProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [query] = useDebouncedValue(typed.trim(), SUGGESTION_PAUSE_MS);
  const { data, isError, isFetching } = useSuggestions(query);
  const isSearching =
    isOpen && typed.trim().length >= SUGGESTION_MIN_CHARACTERS && query.length >= SUGGESTION_MIN_CHARACTERS;
  const answer = isSearching && !isError ? data : undefined;
  const pages = optionsFor({ siteId: site.id, typed: query, answer, recent: [] }).filter(
    (option): option is FoundPage => option.kind === "result",
  );
  const choose = (option: FoundPage | undefined) => {
    if (!option) return;
    const title = titleOf(option.result);
    onChoose({ href: hrefOf(option.address), title });
    setTyped(title);
    setOpen(false);
  };
  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || pages.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + pages.length) % pages.length);
    else if (event.key === "Enter") choose(pages[active]);
    else return;
    event.preventDefault();
  }
  return (
    <div>
      <TextInput
        role="combobox"
        aria-expanded={pages.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={pages[active] ? `${listId}-${active}` : undefined}
        label={t("richText.sitePage")}
        description={t("richText.sitePageHint")}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        rightSection={isSearching && isFetching && <Loader size={16} aria-hidden />}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setActive(0);
        }}
        onKeyDown={handleKey}
        data-autofocus
      />
      <div id={listId} role="listbox" aria-label={t("richText.sitePages")} className={styles.pages}>
        {pages.map((option, index) => (
          <SearchOption
            key={option.key}
            id={`${listId}-${index}`}
            option={option}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      <p role="status" className={styles.note}>
        {isSearching && isError && t("richText.sitePagesFailed")}
        {answer && !isFetching && pages.length === 0 && t("richText.sitePagesNone")}
      </p>
    </div>
  );
}
