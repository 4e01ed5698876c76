/** Adds slides or cases to a quiz. */
import { QUIZ_SLIDES_MAX } from "@parfocal/core/quiz/quiz-rules.ts";
import type { QuizSubjectKind } from "@parfocal/core/quiz/quiz-types.ts";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { PickerDialog } from "#picker/PickerDialog.tsx";
import { subjectsOf } from "./question-draft.ts";
import { useAddQuizSlides, useQuizOutline } from "./quiz.api.ts";

export function AddQuizSlideDialog({ parentId, ...props }: AddItemProps) {
  const { t } = useTranslation();
  return <AddSubjectDialog {...props} quizId={parentId} kinds={["image"]} title={t("quiz.addSlidesTitle")} />;
}

export function AddQuizCaseDialog({ parentId, ...props }: AddItemProps) {
  const { t } = useTranslation();
  return <AddSubjectDialog {...props} quizId={parentId} kinds={["case"]} title={t("quiz.addCasesTitle")} />;
}

interface AddSubjectDialogProps extends Pick<AddItemProps, "onAdded" | "onClose"> {
  readonly quizId: number;
  readonly kinds: readonly QuizSubjectKind[];
  readonly title: string;
}

/** Mounted for one selection: what the next selection adds is another action. */
export function AddSubjectDialog({ quizId, kinds, title, onAdded, onClose }: AddSubjectDialogProps) {
  const { quiz } = useQuizOutline(quizId);
  const slides = quiz?.slides ?? [];
  const add = useAddQuizSlides(quizId);
  return (
    <PickerDialog
      title={title}
      kinds={kinds}
      most={QUIZ_SLIDES_MAX - slides.length}
      isTaken={({ id }) => slides.some(({ itemId }) => itemId === id)}
      isBusy={add.isPending}
      onPick={(items) => add.mutate(subjectsOf(items), { onSuccess: (last) => (last ? onAdded(last.id) : onClose()) })}
      onClose={onClose}
    />
  );
}
