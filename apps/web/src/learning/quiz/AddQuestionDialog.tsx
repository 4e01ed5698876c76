/** Adds a question to a quiz, or to one of its slides or cases. */
import { Stack } from "@mantine/core";
import { message } from "@parfocal/core/messages.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { FormModal } from "#ui/FormModal.tsx";
import { AddFormButtons } from "./AddFormButtons.tsx";
import { QuestionFields } from "./QuestionFields.tsx";
import { bodyOf, draftProblem, emptyQuestion, type QuestionDraft } from "./question-draft.ts";
import { useCreateQuestion } from "./quiz.api.ts";
import { useAddAttempt } from "./useAddAttempt.ts";
import { useQuestionPlace } from "./useQuestionPlace.ts";

export function AddQuestionDialog({ onClose, ...form }: AddItemProps) {
  const { t } = useTranslation();
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("quiz.addQuestionTitle")}
      size="xl"
      // Closing the dialog discards the input.
      closeOnClickOutside={false}
    >
      <AddQuestionForm {...form} onClose={onClose} />
    </FormModal>
  );
}

/** Mounted only while the dialog is open. */
function AddQuestionForm({ parentId, onAdded, onClose }: AddItemProps) {
  const place = useQuestionPlace(parentId);
  const [values, setValues] = useState<QuestionDraft>(emptyQuestion);
  const [showsErrors, setShowsErrors] = useState(false);
  const create = useCreateQuestion();
  const { add, isBusy, failure } = useAddAttempt(
    async (draft: QuestionDraft, idempotencyKey) => {
      const { title = draft.title, type = draft.type, ...rest } = bodyOf(draft, draft.type);
      const answerOptions = (rest.answerOptions ?? []).map(({ id: _id, ...option }) => option);
      const { id: _questionId, ...more } = rest;
      const body = { ...more, title, type, answerOptions, parentId };
      onAdded((await create.mutateAsync({ body, idempotencyKey })).id);
    },
    message("create.failed", { kind: "question" }),
  );
  const problem = draftProblem(values, place?.kind ?? null);
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setShowsErrors(true);
    if (problem === null) void add(values).then((isAdded) => isAdded && onClose());
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <QuestionFields
          values={values}
          place={place}
          problem={showsErrors || problem !== "optionsMissing" ? problem : null}
          showsErrors={showsErrors}
          focusedOptionId={null}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
        <AddFormButtons failure={failure} isBusy={isBusy} onClose={onClose} />
      </Stack>
    </form>
  );
}
