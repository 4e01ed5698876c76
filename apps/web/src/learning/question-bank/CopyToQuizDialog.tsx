/** Copies the selected questions to an Individual quiz, or to one of its slides or cases, with undo. */
import { Alert, Button, Group, Modal, NativeSelect, Select, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { AppError } from "@parfocal/core/errors.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useQuizOutline } from "#quiz/quiz.api.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { useCopyQuestions, useIndividualQuizzes, useRemoveCopies } from "./question-bank.api.ts";

/** Source: spec part 2, section 9 (autocomplete debounce 500 ms). */
const SEARCH_PAUSE_MS = 500;

interface CopyToQuizDialogProps {
  /** In the order in which they are copied. */
  readonly ids: readonly number[];
  readonly onCopied: () => void;
  readonly onClose: () => void;
}

interface ChosenQuiz {
  readonly id: number;
  readonly title: string;
}

export function CopyToQuizDialog({ ids, onCopied, onClose }: CopyToQuizDialogProps) {
  const { t } = useTranslation();
  const [quiz, setQuiz] = useState<ChosenQuiz | null>(null);
  /** Null: the quiz itself. */
  const [slideId, setSlideId] = useState<number | null>(null);
  const copy = useCopyQuestions();
  const removeCopies = useRemoveCopies();
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!quiz || copy.isPending) return;
    const undo = (made: readonly number[]) =>
      removeCopies.mutateAsync(made).then(
        () => showSuccess(t("questionBank.undone")),
        () => showProblem(t("questionBank.undoFailed")),
      );
    mutateAlways(
      copy,
      { ids: [...ids], parentId: slideId ?? quiz.id },
      {
        onSuccess({ ids: made }) {
          const text = t("questionBank.copied", { count: made.length, title: quiz.title });
          showUndo(text, t("questionBank.undo"), () => void undo(made));
          onCopied();
          onClose();
        },
      },
    );
  }
  return (
    <Modal opened onClose={onClose} title={t("questionBank.copy")} closeButtonProps={{ "aria-label": t("ui.close") }}>
      <form onSubmit={handleSubmit}>
        <Stack>
          <Text size="sm">
            {t("questionBank.selected", { count: ids.length })}. {t("questionBank.copyHint")}
          </Text>
          <QuizSelect
            chosen={quiz}
            onChoose={(next) => {
              setQuiz(next);
              setSlideId(null);
            }}
          />
          {quiz && <PlaceSelect key={quiz.id} quizId={quiz.id} slideId={slideId} onChoose={setSlideId} />}
          {copy.error && (
            <Alert color="red" role="alert">
              {copy.error instanceof AppError && copy.error.kind === "invalid"
                ? copy.error.message
                : t("questionBank.copyFailed")}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("ui.cancel")}
            </Button>
            <Button type="submit" disabled={!quiz} loading={copy.isPending}>
              {t("questionBank.copyQuestions")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface QuizSelectProps {
  readonly chosen: ChosenQuiz | null;
  readonly onChoose: (quiz: ChosenQuiz | null) => void;
}

function QuizSelect({ chosen, onChoose }: QuizSelectProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const words = text === chosen?.title ? "" : text.trim();
  const [q] = useDebouncedValue(words, SEARCH_PAUSE_MS);
  const { data: quizzes = [], isError } = useIndividualQuizzes(q);
  const offered = chosen && !quizzes.some(({ id }) => id === chosen.id) ? [chosen, ...quizzes] : quizzes;
  return (
    <Select
      label={t("questionBank.quiz")}
      placeholder={t("questionBank.quizFind")}
      searchable
      required
      data-autofocus
      maxLength={200}
      value={chosen === null ? null : String(chosen.id)}
      data={offered.map(({ id, title }) => ({ value: String(id), label: title }))}
      // The server has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage={t("questionBank.quizNone")}
      error={isError && t("quiz.findFailed")}
      onSearchChange={setText}
      onChange={(value) => onChoose(offered.find(({ id }) => String(id) === value) ?? null)}
    />
  );
}

interface PlaceSelectProps {
  readonly quizId: number;
  readonly slideId: number | null;
  readonly onChoose: (slideId: number | null) => void;
}

/** Only if there is a choice. */
function PlaceSelect({ quizId, slideId, onChoose }: PlaceSelectProps) {
  const { t } = useTranslation();
  const { quiz } = useQuizOutline(quizId);
  if (!quiz || quiz.slides.length === 0) return null;
  return (
    <NativeSelect
      label={t("questionBank.into")}
      value={slideId === null ? "" : String(slideId)}
      data={[
        { value: "", label: t("questionBank.quizItself") },
        ...quiz.slides.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      onChange={(event) => onChoose(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))}
    />
  );
}
