/**
 * The question bank: questions of all quizzes, found by text, type and location, previewed, and copied to Individual
 * quizzes.
 *
 * Source: spec part 1, section 9 (30 questions per page; a shorter page is the last).
 */
import { Alert, Button, Checkbox, Loader, NativeSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { MANY_QUESTIONS_MAX } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { QUESTION_TYPES, type QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import type { FoundQuestion } from "@parfocal/core/quiz/search-questions.contract.ts";
import { IconFolder, IconListSearch, IconQuestionMark, IconSearch } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePickerPlaces } from "#picker/picker.api.ts";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { ALL_QUESTIONS, type BankSearch, isAnySearch, readBankSearch, writeBankSearch } from "./bank-search.ts";
import { CopyToQuizDialog } from "./CopyToQuizDialog.tsx";
import styles from "./QuestionBank.module.css";
import { QuestionPreview } from "./QuestionPreview.tsx";
import { QuestionRow } from "./QuestionRow.tsx";
import { useBankQuestions } from "./question-bank.api.ts";
import { type ChosenQuestions, useChosenQuestions } from "./useChosenQuestions.ts";

export function QuestionBankScreen() {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const search = readBankSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const found = useBankQuestions(search);
  const chosen = useChosenQuestions(MANY_QUESTIONS_MAX);
  const [shown, setShown] = useState<"copy" | FoundQuestion | null>(null);
  /** The fields are filled again when the search was changed elsewhere. */
  const [round, setRound] = useState(0);
  const show = (next: BankSearch) =>
    void navigate({
      to: `/s${site.id}/manage/questions`,
      search: writeBankSearch(next) as never,
      replace: true,
      resetScroll: false,
    });
  const { data: questions, error, refetch } = found;
  if (!questions) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const isEmpty = questions.length === 0 && isAnySearch(search) && !found.isPlaceholderData;
  return (
    <section className={styles.screen} aria-label={t("questionBank.section")}>
      {isEmpty ? (
        <StateMessage
          icon={IconQuestionMark}
          title={t("questionBank.emptyTitle")}
          text={t("questionBank.emptyText")}
          isWholePage={false}
        >
          <ButtonLink to={`/s${site.id}/manage`}>{t("questionBank.toContent")}</ButtonLink>
        </StateMessage>
      ) : (
        <>
          <Filters key={round} search={search} isBusy={found.isPlaceholderData} onChange={show} />
          {questions.length === 0 ? (
            <StateMessage
              icon={IconListSearch}
              title={t("ui.noResults")}
              text={t("questionBank.nothingText")}
              isWholePage={false}
            >
              <Button
                variant="default"
                onClick={() => {
                  setRound(round + 1);
                  show(ALL_QUESTIONS);
                }}
              >
                {t("questionBank.showAll")}
              </Button>
            </StateMessage>
          ) : (
            <FoundList questions={questions} found={found} chosen={chosen} onPreview={setShown} />
          )}
        </>
      )}
      {chosen.ids.length > 0 && <SelectionBar chosen={chosen} onCopy={() => setShown("copy")} />}
      {shown === "copy" && <CopyToQuizDialog ids={chosen.ids} onCopied={chosen.clear} onClose={() => setShown(null)} />}
      {shown !== null && shown !== "copy" && <QuestionPreview found={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

interface FoundListProps {
  readonly questions: readonly FoundQuestion[];
  readonly found: ReturnType<typeof useBankQuestions>;
  readonly chosen: ChosenQuestions;
  readonly onPreview: (question: FoundQuestion) => void;
}

function FoundList({ questions, found, chosen, onPreview }: FoundListProps) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = found;
  const ids = questions.map(({ id }) => id);
  const chosenCount = ids.filter(chosen.has).length;
  const areAll = chosenCount === ids.length;
  const isFull = chosen.ids.length >= MANY_QUESTIONS_MAX;
  return (
    <>
      <div className={styles.head}>
        <Checkbox
          label={t("questionBank.selectShown")}
          checked={areAll}
          indeterminate={chosenCount > 0 && !areAll}
          onChange={() => (areAll || isFull ? chosen.remove(ids) : chosen.add(ids))}
        />
        <span role="status" className={styles.hint}>
          {t(hasNextPage ? "questionBank.shownSoFar" : "questionBank.shown", { count: questions.length })}
        </span>
      </div>
      <ul
        className={styles.list}
        aria-label={t("questionBank.list")}
        aria-busy={found.isPlaceholderData}
        data-dimmed={found.isPlaceholderData || undefined}
      >
        {questions.map((question) => (
          <QuestionRow
            key={question.id}
            question={question}
            isChosen={chosen.has(question.id)}
            isFull={isFull}
            onToggle={() => chosen.toggle(question.id)}
            onPreview={() => onPreview(question)}
          />
        ))}
      </ul>
      {isFetchNextPageError && (
        <Alert color="red" role="alert">
          {t("questionBank.loadFailed")}
        </Alert>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(isFetchNextPageError ? "ui.tryAgain" : "questionBank.more")}
        </Button>
      )}
    </>
  );
}

/** Source: spec part 2, section 9 (autocomplete debounce 500 ms). */
const SEARCH_PAUSE_MS = 500;
/** Number of locations offered initially; others are found by typing. */
const PLACES_AT_ONCE = 60;

interface FiltersProps {
  readonly search: BankSearch;
  readonly isBusy: boolean;
  readonly onChange: (search: BankSearch) => void;
}

function Filters({ search, isBusy, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(search.q);
  const places = usePickerPlaces("quizQuestion");
  const find = useDebouncedCallback((q: string) => onChange({ ...search, q: q.trim() }), SEARCH_PAUSE_MS);
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        className={styles.search}
        label={t("questionBank.search")}
        maxLength={200}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        rightSection={isBusy && <Loader size={16} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          find(event.currentTarget.value);
        }}
      />
      <NativeSelect
        label={t("questionBank.type")}
        value={search.type ?? ""}
        data={[
          { value: "", label: t("questionBank.anyType") },
          ...QUESTION_TYPES.map((value) => ({ value, label: t(`quiz.type_${value}`) })),
        ]}
        onChange={(event) => {
          const type = event.currentTarget.value;
          onChange({ ...search, q: text.trim(), type: type === "" ? null : (type as QuestionType) });
        }}
      />
      <Select
        className={styles.place}
        label={t("questionBank.place")}
        placeholder={t("questionBank.everywhere")}
        leftSection={<IconFolder size={18} stroke={1.5} aria-hidden />}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("questionBank.everywhere") }}
        limit={PLACES_AT_ONCE}
        nothingFoundMessage={t("questionBank.noPlace")}
        value={search.place === null ? null : String(search.place)}
        data={(places.data ?? []).map(({ id, way }) => ({ value: String(id), label: way.join(" › ") }))}
        onChange={(place) => onChange({ ...search, q: text.trim(), place: place === null ? null : Number(place) })}
      />
    </div>
  );
}

function SelectionBar({ chosen, onCopy }: { readonly chosen: ChosenQuestions; readonly onCopy: () => void }) {
  const { t } = useTranslation();
  const count = chosen.ids.length;
  return (
    <div className={styles.bar}>
      <span role="status" className={styles.barText}>
        {t("questionBank.selected", { count })}
        {count >= MANY_QUESTIONS_MAX && ` · ${t("questionBank.full", { count: MANY_QUESTIONS_MAX })}`}
      </span>
      <Button variant="subtle" onClick={chosen.clear}>
        {t("questionBank.clear")}
      </Button>
      <Button onClick={onCopy}>{t("questionBank.copy")}</Button>
    </div>
  );
}
