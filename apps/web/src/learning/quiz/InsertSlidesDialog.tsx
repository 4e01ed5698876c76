/** Adds slides or cases after a slide or case of a quiz, all or none, with undo. */
import { AppError } from "@parfocal/core/errors.ts";
import type { AuthoredQuiz, QuizSlide } from "@parfocal/core/quiz/quiz.contract.ts";
import { QUIZ_SLIDES_MAX } from "@parfocal/core/quiz/quiz-rules.ts";
import { QUIZ_SUBJECT_KINDS } from "@parfocal/core/quiz/quiz-types.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PickerDialog } from "#picker/PickerDialog.tsx";
import { showProblem } from "#platform/failure-toast.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { subjectsOf } from "./question-draft.ts";
import { useDeleteQuizItem } from "./quiz.api.ts";
import { useInsertQuizSlides } from "./quiz-order.api.ts";

interface InsertSlidesDialogProps {
  readonly quiz: Pick<AuthoredQuiz, "id" | "slides">;
  readonly after: QuizSlide;
  readonly onClose: () => void;
}

export function InsertSlidesDialog({ quiz, after, onClose }: InsertSlidesDialogProps) {
  const { t } = useTranslation();
  const insert = useInsertQuizSlides(quiz);
  const remove = useDeleteQuizItem(quiz.id);
  const [isBusy, setBusy] = useState(false);
  async function add(subjects: ReturnType<typeof subjectsOf>): Promise<void> {
    setBusy(true);
    try {
      const added = await insert({ subjects, afterId: after.id });
      onClose();
      const undo = async () => {
        for (const { id, type } of added.toReversed()) await remove.mutateAsync({ type, id });
      };
      showUndo(t("quiz.slidesAdded", { count: added.length }), t("quiz.undo"), () =>
        undo().then(
          () => undefined,
          () => showProblem(t("quiz.undoFailed")),
        ),
      );
    } catch (error) {
      const isSaid = error instanceof AppError && (error.kind === "conflict" || error.kind === "invalid");
      showProblem(isSaid ? error.message : t("quiz.insertFailed"));
      setBusy(false);
    }
  }
  return (
    <PickerDialog
      title={t("quiz.insertAfterOf", { title: after.title })}
      kinds={QUIZ_SUBJECT_KINDS}
      most={QUIZ_SLIDES_MAX - quiz.slides.length}
      isTaken={({ id }) => quiz.slides.some(({ itemId }) => itemId === id)}
      isBusy={isBusy}
      onPick={(items) => void add(subjectsOf(items))}
      onClose={onClose}
    />
  );
}
