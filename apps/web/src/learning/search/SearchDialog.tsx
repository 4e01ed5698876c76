/** The header's search: a field with suggestions while typing, and recent searches before that. */
import { Loader, Modal, TextInput } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { SUGGESTION_MIN_CHARACTERS, SUGGESTION_PAUSE_MS } from "@parfocal/core/search/search-limits.ts";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { readRecentSearches, rememberSearch } from "./recent-searches.ts";
import type { ResultAddress } from "./result-address.ts";
import styles from "./SearchDialog.module.css";
import { SearchOption } from "./SearchOption.tsx";
import { useSuggestions } from "./search.api.ts";
import { NO_QUESTION, writeQuestion } from "./search-address.ts";
import { useSearcher } from "./searcher.ts";
import { optionsFor, type SuggestedOption } from "./suggested-options.ts";

interface SearchDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SearchDialog({ isOpen, onClose }: SearchDialogProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("search.title")}
      size="lg"
      yOffset="8dvh"
      fullScreen={isSmall ?? false}
      // Space for the focus ring of the field.
      styles={{ body: { paddingTop: 4 } }}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <SearchCombobox onClose={onClose} />
    </Modal>
  );
}

function SearchCombobox({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const who = useSearcher();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [recent] = useState(() => readRecentSearches(who));
  const [active, setActive] = useState(-1);
  const { query, isLongEnough, isWaiting, hasFailed, answer } = useTypedSuggestions(typed.trim());
  const options = optionsFor({ siteId: site.id, typed: typed.trim(), answer, recent });

  const openPage = (query: string) => {
    rememberSearch(who, query);
    onClose();
    void navigate({ to: `/s${site.id}/search`, search: writeQuestion({ ...NO_QUESTION, query }) });
  };
  const openResult = ({ path, search }: ResultAddress) => {
    rememberSearch(who, typed);
    onClose();
    // A slide that is already open reads its URL only when it opens.
    void navigate({ to: path, search, reloadDocument: path === window.location.pathname });
  };
  const choose = (option: SuggestedOption | undefined) => {
    if (option?.kind === "result") openResult(option.address);
    else openPage(option?.query ?? typed.trim());
  };
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
        aria-label={t("search.field")}
        placeholder={t("search.field")}
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        leftSection={<IconSearch size={20} stroke={1.5} aria-hidden />}
        rightSection={isWaiting ? <Loader size={18} aria-hidden /> : null}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(-1);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            // One position is the field itself, where no option is active.
            setActive((now) => wrapped(now + (event.key === "ArrowDown" ? 1 : -1), options.length));
          } else if (event.key === "Enter") {
            event.preventDefault();
            if (options[active] || typed.trim() !== "") choose(options[active]);
          }
        }}
      />
      <div id={listId} role="listbox" aria-label={t("search.suggestions")} className={styles.list}>
        {typed.trim() === "" && recent.length > 0 && (
          <div className={styles.group} role="presentation">
            {t("search.recent")}
          </div>
        )}
        {answer?.correctedTo && (
          <div className={styles.group} role="presentation">
            {t("search.suggestionsFor", { corrected: answer.correctedTo })}
          </div>
        )}
        {options.map((option, index) => (
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
        <Note
          isShort={!isLongEnough && (typed.trim() !== "" || recent.length === 0)}
          hasFailed={hasFailed}
          isWaiting={isWaiting}
          isNone={answer?.total === 0}
          query={query}
        />
        {options.length > 0 && <span className={styles.keys}>{t("search.keysHint")}</span>}
      </p>
    </>
  );
}

/** @param typed trimmed input; requests follow after a pause in typing. */
function useTypedSuggestions(typed: string) {
  const [query] = useDebouncedValue(typed, SUGGESTION_PAUSE_MS);
  const isLongEnough = typed.length >= SUGGESTION_MIN_CHARACTERS;
  const suggestions = useSuggestions(isLongEnough ? query : "");
  return {
    query: query,
    isLongEnough,
    isWaiting: isLongEnough && (query !== typed || suggestions.isFetching),
    hasFailed: isLongEnough && suggestions.isError,
    answer: isLongEnough ? suggestions.data : undefined,
  };
}

/** Index of the active option, from the field (-1) to the last option, wrapping at the ends. */
function wrapped(place: number, count: number): number {
  if (place < -1) return count - 1;
  return place >= count ? -1 : place;
}

interface NoteProps {
  readonly isShort: boolean;
  readonly hasFailed: boolean;
  readonly isWaiting: boolean;
  readonly isNone: boolean;
  readonly query: string;
}

function Note({ isShort, hasFailed, isWaiting, isNone, query }: NoteProps) {
  const { t } = useTranslation();
  if (isShort) return `${t("search.typeMore")} `;
  if (isWaiting) return `${t("search.waiting")} `;
  if (hasFailed) return `${t("search.failed")} `;
  return isNone ? `${t("search.noSuggestions", { query })} ` : null;
}
