/** Adds a quiz to a course or folder. */
import { Button, Select, Stack, TextInput } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { message } from "@parfocal/core/messages.ts";
import { QUIZ_SLIDES_MAX } from "@parfocal/core/quiz/quiz-rules.ts";
import { QUIZ_SUBJECT_KINDS, QUIZ_TYPES, type QuizType } from "@parfocal/core/quiz/quiz-types.ts";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { PickerDialog } from "#picker/PickerDialog.tsx";
import { FormModal } from "#ui/FormModal.tsx";
import { AddFormButtons } from "./AddFormButtons.tsx";
import { ChosenSubjects } from "./ChosenSubjects.tsx";
import { QuizSource } from "./QuizSource.tsx";
import { type Subject, subjectsOf } from "./question-draft.ts";
import { useCreateQuiz } from "./quiz.api.ts";
import { useAddAttempt } from "./useAddAttempt.ts";

export function AddQuizDialog({ onClose, ...form }: AddItemProps) {
  const { t } = useTranslation();
  return (
    <FormModal opened onClose={onClose} title={t("quiz.addQuizTitle")} size="lg">
      <AddQuizForm {...form} onClose={onClose} />
    </FormModal>
  );
}

interface NewQuiz {
  readonly title: string;
  readonly type: QuizType;
  readonly sourceFolder: number | null;
  readonly slides: readonly Subject[];
}

function AddQuizForm({ parentId, parentKind, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const [quiz, setQuiz] = useState<NewQuiz>({ title: "", type: "Individual", sourceFolder: null, slides: [] });
  const [showsErrors, setShowsErrors] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const create = useCreateQuiz();
  const change = (more: Partial<NewQuiz>) => setQuiz((before) => ({ ...before, ...more }));
  const isAboutMany = quiz.type !== "Individual";
  const { add, isBusy, failure } = useAddAttempt(
    async ({ title, type, sourceFolder, slides }: NewQuiz, idempotencyKey) => {
      const body = {
        itemType: parentKind === "course" ? ("course" as const) : ("folder" as const),
        itemId: parentId,
        title: title.trim(),
        type,
        sourceFolder: isAboutMany ? sourceFolder : null,
        slides: slides.map(({ id, kind }) => ({ itemType: kind, itemId: id })),
      };
      onAdded((await create.mutateAsync({ body, idempotencyKey })).id);
    },
    message("create.failed", { kind: "quiz" }),
  );
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setShowsErrors(true);
    if (quiz.title.trim() !== "") void add(quiz).then((isAdded) => isAdded && onClose());
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          label={t("quiz.title")}
          required
          value={quiz.title}
          maxLength={TITLE_MAX_CHARACTERS}
          error={showsErrors && quiz.title.trim() === "" && t("quiz.titleMissing")}
          onChange={(event) => change({ title: event.currentTarget.value })}
          data-autofocus
        />
        <Select
          label={t("quiz.type")}
          description={t(`quiz.typeHint_${quiz.type}`)}
          allowDeselect={false}
          value={quiz.type}
          data={QUIZ_TYPES.map((value) => ({ value, label: t(`quiz.type_${value}`) }))}
          onChange={(type) => type && change({ type: type as QuizType })}
        />
        {isAboutMany && (
          <QuizSource folderId={quiz.sourceFolder} onChange={(sourceFolder) => change({ sourceFolder })} />
        )}
        <ChosenSubjects
          subjects={quiz.slides}
          onRemove={(id) => change({ slides: quiz.slides.filter((one) => one.id !== id) })}
        />
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
            onClick={() => setChoosing(true)}
          >
            {t("quiz.addSlides")}
          </Button>
        </div>
        <AddFormButtons failure={failure} isBusy={isBusy} onClose={onClose} />
      </Stack>
      {isChoosing && (
        <PickerDialog
          title={t("quiz.addSlides")}
          kinds={QUIZ_SUBJECT_KINDS}
          most={QUIZ_SLIDES_MAX - quiz.slides.length}
          isTaken={({ id }) => quiz.slides.some((one) => one.id === id)}
          onPick={(items) => {
            change({ slides: [...quiz.slides, ...subjectsOf(items)] });
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </form>
  );
}
