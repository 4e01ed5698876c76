/** Puts slides or cases into a quiz. */
import { QUIZ_SLIDES_MAX } from "@parfocal/core/quiz/quiz-rules.ts";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#manage/editor-props.ts";
import { PickerDialog } from "#picker/PickerDialog.tsx";
import { subjectsOf } from "./question-draft.ts";
import { useAddQuizSlides, useAuthoredQuiz } from "./quiz.api.ts";

export const AddQuizSlideDialog = (props: AddItemProps) => <AddSubjectDialog {...props} kind="image" />;
export const AddQuizCaseDialog = (props: AddItemProps) => <AddSubjectDialog {...props} kind="case" />;

function AddSubjectDialog({ parentId, onAdded, onClose, kind }: AddItemProps & { readonly kind: "image" | "case" }) {
  const { t } = useTranslation();
  const { quiz } = useAuthoredQuiz(parentId);
  const slides = quiz?.slides ?? [];
  const add = useAddQuizSlides(parentId);
  return (
    <PickerDialog
      title={t(kind === "case" ? "quiz.addCasesTitle" : "quiz.addSlidesTitle")}
      kinds={[kind]}
      most={QUIZ_SLIDES_MAX - slides.length}
      isTaken={({ id }) => slides.some(({ itemId }) => itemId === id)}
      isBusy={add.isPending}
      onPick={(things) =>
        add.mutate(subjectsOf(things), { onSuccess: (last) => (last ? onAdded(last.id) : onClose()) })
      }
      onClose={onClose}
    />
  );
}
